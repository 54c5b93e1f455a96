import { useTranslate } from '../app/i18n.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'

export type ConfirmDialogProps = {
  title: string
  text: string
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before what cannot be undone. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={title} isAlert onClose={onClose}>
      <p className="mt-2 text-muted">{text}</p>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
        <button
          type="button"
          className="button button-danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </button>
      </p>
    </Dialog>
  )
}
