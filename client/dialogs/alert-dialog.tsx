import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { storePendingAction } from '../app/session/pending-action.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import type { DialogContent } from './dialog-content.ts'
import { LogInAgain } from './log-in-again.tsx'
import { useTranslate } from './messages.ts'
import { TierDialog } from './tier-dialog.tsx'

export function AlertDialog({ content, onClose }: { content: DialogContent; onClose: () => void }) {
  const t = useTranslate()
  const navigate = useNavigate()
  if (content.kind === 'alert') {
    const { text, note, retry } = content
    const tryAgain = () => {
      onClose()
      retry?.()
    }
    return (
      <Dialog title={text} isAlert onClose={onClose}>
        {note && <p className="mt-2 text-muted">{note}</p>}
        <p className="mt-6 flex flex-wrap justify-end gap-3">
          <DialogClose className={`button ${retry ? 'button-quiet' : ''}`}>
            {t(retry ? 'dialog.close' : 'dialog.ok')}
          </DialogClose>
          {retry && (
            <button type="button" className="button" onClick={tryAgain}>
              {t('ask.again')}
            </button>
          )}
        </p>
      </Dialog>
    )
  }
  if (content.kind === 'log_in_again') return <LogInAgain onClose={onClose} />
  const closeAndNavigate = (path: string) => {
    onClose()
    void navigate(path)
    if (path === paths.login || path === paths.register)
      storePendingAction(content.kind === 'tier' ? { kind: 'view' } : content.action, content.back)
  }
  if (content.kind === 'tier') return <TierDialog content={content} onNavigate={closeAndNavigate} onClose={onClose} />
  return (
    <Dialog title={content.text} onClose={onClose}>
      <p className="mt-2 text-muted">{t('ask.log_in_note')}</p>
      <p className="mt-6 grid gap-3">
        <button type="button" className="button" onClick={() => closeAndNavigate(paths.login)}>
          {t('dialog.log_in')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => closeAndNavigate(paths.register)}>
          {t('ask.create_account')}
        </button>
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
      </p>
    </Dialog>
  )
}
