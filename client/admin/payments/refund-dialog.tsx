import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { RefundState } from '#shared/admin/payments.ts'
import { RefundState as Schema } from '#shared/admin/payments.ts'
import { isLine } from '#shared/fields.ts'
import { toMinorUnits } from '#shared/subscription/to-minor-units.ts'
import { fromMinorUnits, chargeStepOf } from '#shared/subscription/money.ts'
import { ApiProblem, decode, fetchFrom, isResponseLost, isSuccess, NetworkProblem } from '../../app/api.ts'
import { useErrorText } from '../../app/error-text.ts'
import { fieldProblemsOf } from '../../app/form.tsx'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { useUnsentText } from '../../app/unsent-text.ts'
import { newIdempotencyKey } from '../../app/use-idempotent-request.ts'
import { Field } from '../../ui/field.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { conflictingVersion } from '../item-with-etag.ts'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { useTranslate } from './messages.ts'

type RefundDialogProps = {
  edited: ItemWithEtag<RefundState>
  /** Default amount: the money that failed refunds still owe the customer. */
  due: number
  onDone: () => void
  /** Receives the amounts left if another admin has refunded meanwhile (409). */
  onChanged: (current: ItemWithEtag<RefundState>) => void
  onClose: () => void
}

const codeOf = (error: unknown) =>
  error instanceof ApiProblem ? (error.body as { code?: string } | null)?.code : undefined

/** Checks the amount like the server: above zero, at most the amount left, digits that the currency has. */
const isRefundable = (entered: string, { left, currency }: RefundState) =>
  Number(entered) > 0 && Number(entered) <= left && toMinorUnits(Number(entered), currency) !== null

type Order = { id: string; amount: string }

function useOrder({ edited, onDone, onChanged }: RefundDialogProps) {
  const t = useTranslate()
  const errorText = useErrorText()
  const money = useCurrencyFormat()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [fields, setFields] = useState<ReturnType<typeof fieldProblemsOf>>({})
  const sending = useRef(false)
  /** Refund request without a response yet. A retry reuses it, since the refund may have been made. */
  const order = useRef<Order | null>(null)

  function wrongFields(amount: string, reason: string): ReturnType<typeof fieldProblemsOf> {
    const { left, currency } = edited.item
    const least = money(fromMinorUnits(chargeStepOf(currency), currency), currency)
    return {
      ...(!isRefundable(amount, edited.item) && {
        amount: [t('refund.amount_wrong', { least, left: money(left, currency) })],
      }),
      ...(!isLine(reason) && { reason: [t('refund.reason_wrong')] }),
    }
  }

  function refused(error: unknown) {
    if (isResponseLost(error)) return setProblem(error instanceof NetworkProblem ? t('refund.lost') : errorText(error))
    // With `under_way`, the first request may still be running, so a retry must reuse its id.
    if (codeOf(error) !== 'under_way') order.current = null
    const current = conflictingVersion<RefundState>(error)
    if (current) {
      onChanged(current)
      return setProblem(t('refund.changed'))
    }
    const named = fieldProblemsOf(error)
    setFields(named)
    if (Object.keys(named).length === 0) setProblem(errorText(error))
  }

  async function send(amount: string, reason: string) {
    if (sending.current) return
    const wrong = wrongFields(amount, reason)
    setFields(wrong)
    if (Object.keys(wrong).length > 0) return
    sending.current = true
    setBusy(true)
    setProblem('')
    if (order.current?.amount !== amount) order.current = { id: newIdempotencyKey(), amount }
    try {
      const { status, body } = await fetchFrom(client, adminMoneyPaths.api.refunds(edited.item.id), {
        method: 'POST',
        body: { order_id: order.current.id, amount: Number(amount), reason },
        headers: { 'if-match': edited.etag },
      })
      if (!isSuccess(status)) throw new ApiProblem(status, body)
      decode(body, import.meta.env.DEV && Schema)
      onDone()
    } catch (error) {
      refused(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, fields, send }
}

export function RefundDialog(props: RefundDialogProps) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const { left, currency, ends_access } = props.edited.item
  const [amount, setAmount] = useState(String(props.due > 0 ? Math.min(props.due, left) : left))
  const reason = useUnsentText(adminMoneyPaths.api.refunds(props.edited.item.id))
  const onDone = () => {
    reason.drop()
    props.onDone()
  }
  const { isBusy, problem, fields, send } = useOrder({ ...props, onDone })
  const entered = Number(amount)
  const isAll = entered === left
  return (
    <ConfirmDialog
      title={t('refund.ask')}
      action={
        isRefundable(amount, props.edited.item)
          ? t('refund.confirm', { amount: money(entered, currency) })
          : t('refund.submit')
      }
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void send(amount, reason.text)}
      onClose={props.onClose}
    >
      <Field
        type="number"
        inputMode="decimal"
        step="any"
        min={0}
        max={left}
        label={t('refund.amount', { currency })}
        value={amount}
        hint={t('refund.amount_hint', { left: money(left, currency) })}
        error={fields.amount?.[0]}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Field
        label={t('refund.reason')}
        value={reason.text}
        maxLength={500}
        error={fields.reason?.[0]}
        onChange={({ target }) => reason.change(target.value)}
      />
      <p className={isAll && ends_access ? 'font-semibold text-danger' : ''}>
        {isAll ? t(ends_access ? 'refund.all_ends' : 'refund.all_keeps') : t('refund.part')}
      </p>
      <p className="text-muted">{t('refund.final')}</p>
    </ConfirmDialog>
  )
}
