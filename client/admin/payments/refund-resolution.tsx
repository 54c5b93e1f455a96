import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { problemDetailOf, send } from '../../app/api.ts'
import { fieldProblemsOf } from '../../app/form.tsx'
import { Field } from '../../ui/field.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useTranslate } from './messages.ts'

/** Records that a failed refund was paid in another way. */
export function RefundResolution({ id, onResolved }: { id: string; onResolved: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [reason, setReason] = useState('')
  const [fields, setFields] = useState<ReturnType<typeof fieldProblemsOf>>({})
  const isSending = useRef(false)
  const resolve = async () => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblem('')
    setFields({})
    try {
      await send(client, 'POST', adminMoneyPaths.api.refundResolution(id), { body: { reason } })
      setOpen(false)
      onResolved()
    } catch (error) {
      const named = fieldProblemsOf(error)
      setFields(named)
      if (Object.keys(named).length === 0) setProblem(problemDetailOf(error) ?? t('refund.failed'))
    }
    isSending.current = false
    setBusy(false)
  }
  return (
    <div>
      <button type="button" className="button button-quiet" onClick={() => setOpen(true)}>
        {t('refund.resolve')}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={t('refund.resolve_title')}
          action={t('refund.resolve_confirm')}
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void resolve()}
          onClose={() => setOpen(false)}
        >
          <p>{t('refund.resolve_note')}</p>
          <Field
            label={t('refund.reason')}
            value={reason}
            maxLength={500}
            error={fields.reason?.[0]}
            onChange={({ target }) => setReason(target.value)}
          />
        </ConfirmDialog>
      )}
    </div>
  )
}
