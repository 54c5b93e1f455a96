import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { useTranslate } from './messages.ts'

/** `success`: paid, and not active yet. */
export type Outcome = 'success' | 'activated' | 'extended' | 'cancel'
type ResultDialogProps = { outcome: Outcome; onClose: () => void }

export function ResultDialog({ outcome, onClose }: ResultDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={t(`result.${outcome}`)} onClose={onClose}>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
        <DialogClose className="button">{outcome === 'cancel' ? t('result.again') : t('dialog.ok')}</DialogClose>
      </p>
    </Dialog>
  )
}
