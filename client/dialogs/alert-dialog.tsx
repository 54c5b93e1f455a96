import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useTranslate } from '../app/i18n.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import type { DialogContent } from './dialog-provider.tsx'

export function AlertDialog({ content, onClose }: { content: DialogContent; onClose: () => void }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const logIn = () => {
    onClose()
    void navigate(paths.login)
  }
  if (content.kind === 'alert')
    return (
      <Dialog title={content.text} isAlert onClose={onClose}>
        <p className="mt-6 flex justify-end">
          <DialogClose className="button">{t('dialog.ok')}</DialogClose>
        </p>
      </Dialog>
    )
  return (
    <Dialog title={content.text} onClose={onClose}>
      <p className="mt-2 text-muted">{t('dialog.log_in_note')}</p>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
        <button type="button" className="button" onClick={logIn}>
          {t('dialog.log_in')}
        </button>
      </p>
    </Dialog>
  )
}
