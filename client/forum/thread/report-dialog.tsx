import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { maxReportReasonLength } from '#shared/forum/schema.ts'
import { ApiProblem, send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useUnsentText } from '../../app/unsent-text.ts'
import { useLoginPrompt } from '../../dialogs/dialog-provider.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { problemText } from './thread-context.tsx'
import { useTranslate } from './tools.messages.ts'

type ReportDialogProps = { isComment: boolean; path: string; say: (text: string) => void; onClose: () => void }

export function ReportDialog({ isComment, path, say, onClose }: ReportDialogProps) {
  const t = useTranslate()
  const id = useId()
  const client = useQueryClient()
  const promptLogin = useLoginPrompt()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const reason = useUnsentText(path)
  const sending = useRef(false)
  const end = (text: string) => {
    onClose()
    say(text)
  }
  const report = async () => {
    try {
      await send(client, 'POST', path, { body: { reason: reason.text } })
      reason.drop()
      end(t('told.reported'))
    } catch (error) {
      const status = error instanceof ApiProblem ? error.status : 0
      if (status === 409) {
        reason.drop()
        end(t('told.already_reported'))
      } else if (status === 401) {
        onClose()
        promptLogin(t('auth.report'))
      } else setProblem(problemText(error, t('told.report_failed')))
    }
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setProblem('')
    await report()
    sending.current = false
    setBusy(false)
  }
  return (
    <Dialog title={t(isComment ? 'report.comment' : 'report.thread')} onClose={onClose}>
      <p className="mt-2 text-muted">{t('report.note')}</p>
      <form className="mt-4 space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <FormProblem text={problem} />
        <div>
          <label htmlFor={id} className="mb-1 block font-semibold">
            {t('report.reason')}
          </label>
          <textarea
            id={id}
            dir="auto"
            rows={3}
            maxLength={maxReportReasonLength}
            className="field resize-y"
            value={reason.text}
            onChange={({ target }) => reason.change(target.value)}
          />
        </div>
        <p className="flex flex-wrap justify-end gap-3">
          <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
          <button type="submit" className="button" aria-disabled={isBusy} aria-busy={isBusy}>
            {isBusy && <Spinner />}
            {t('report.send')}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
