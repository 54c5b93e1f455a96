import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { maxReportReasonLength } from '#shared/forum/schema.ts'
import { ApiProblem, send } from '../../app/api.ts'
import { useForm } from '../../app/form.tsx'
import { useUnsentText } from '../../app/unsent-text.ts'
import { useLoginPrompt } from '../../dialogs/dialog-provider.tsx'
import { FormDialog } from './form-dialog.tsx'
import { problemText } from './thread-context.tsx'
import { useTranslate } from './tools.messages.ts'

type ReportDialogProps = { isComment: boolean; path: string; say: (text: string) => void; onClose: () => void }

function useReport({ path, say, onClose }: ReportDialogProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const promptLogin = useLoginPrompt()
  const reason = useUnsentText(path)
  const end = (text: string) => {
    reason.drop()
    onClose()
    say(text)
  }
  const form = useForm(
    async () => {
      try {
        await send(client, 'POST', path, { body: { reason: reason.text } })
        end(t('told.reported'))
      } catch (error) {
        const status = error instanceof ApiProblem ? error.status : 0
        if (status === 409) return end(t('told.already_reported'))
        if (status !== 401) throw error
        onClose()
        promptLogin(t('auth.report'))
      }
    },
    (error) => problemText(error, t('told.report_failed')),
  )
  return { reason, form }
}

export function ReportDialog(props: ReportDialogProps) {
  const t = useTranslate()
  const id = useId()
  const { reason, form } = useReport(props)
  return (
    <FormDialog
      title={t(props.isComment ? 'report.comment' : 'report.thread')}
      note={t('report.note')}
      submitLabel={t('report.send')}
      onClose={props.onClose}
      {...form}
    >
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
    </FormDialog>
  )
}
