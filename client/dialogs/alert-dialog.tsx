import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { storePendingAction } from '../app/pending-action.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import type { DialogContent } from './dialog-provider.tsx'
import { useTranslate } from './messages.ts'

export function AlertDialog({ content, onClose }: { content: DialogContent; onClose: () => void }) {
  const t = useTranslate()
  const navigate = useNavigate()
  if (content.kind === 'alert')
    return (
      <Dialog title={content.text} isAlert onClose={onClose}>
        <p className="mt-6 flex justify-end">
          <DialogClose className="button">{t('dialog.ok')}</DialogClose>
        </p>
      </Dialog>
    )
  const goOn = (path: string) => {
    onClose()
    void navigate(path)
    storePendingAction(content.action, content.back)
  }
  const isLocked = content.action.kind === 'view' && content.action.is_locked
  return (
    <Dialog title={content.text} onClose={onClose}>
      <p className="mt-2 text-muted">{t(isLocked ? 'log_in.locked_note' : 'log_in.note')}</p>
      <p className="mt-6 grid gap-3">
        <button type="button" className="button" onClick={() => goOn(paths.login)}>
          {t('dialog.log_in')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => goOn(paths.register)}>
          {t('dialog.create_account')}
        </button>
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
      </p>
    </Dialog>
  )
}
