import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import type { Question } from './asking.tsx'

/** Asks a visitor to log in, or says what failed. */
export function QuestionDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const say = useSay()
  const navigate = useNavigate()
  const logIn = () => {
    onClose()
    void navigate(paths.login)
  }
  if (question.kind === 'alert')
    return (
      <Dialog title={question.text} isAlert onClose={onClose}>
        <p className="mt-6 flex justify-end">
          <DialogClose className="button">{say('dialog.ok')}</DialogClose>
        </p>
      </Dialog>
    )
  return (
    <Dialog title={question.text} onClose={onClose}>
      <p className="mt-2 text-muted">{say('dialog.log_in_note')}</p>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{say('dialog.cancel')}</DialogClose>
        <button type="button" className="button" onClick={logIn}>
          {say('dialog.log_in')}
        </button>
      </p>
    </Dialog>
  )
}
