import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { useTranslate } from './messages.ts'

type ResultDialogProps = { outcome: 'success' | 'cancel'; onClose: () => void }

export function ResultDialog({ outcome, onClose }: ResultDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={t(`result.${outcome}`)} onClose={onClose}>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
        <DialogClose className="button">{outcome === 'success' ? t('dialog.ok') : t('result.again')}</DialogClose>
      </p>
    </Dialog>
  )
}
