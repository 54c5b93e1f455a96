import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { RefundState } from '#shared/admin/payments.ts'
import { RefundState as Schema } from '#shared/admin/payments.ts'
import { isLine } from '#shared/fields.ts'
import type { FieldProblems } from '#shared/problem.ts'
import { toMinorUnits } from '#shared/subscription/to-minor-units.ts'
import { fromMinorUnits, chargeStepOf } from '#shared/subscription/money.ts'
import { ApiProblem, isResponseLost, NetworkProblem, send } from '../../app/api.ts'
import { useErrorText } from '../../app/error-text.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { useUnsentText } from '../../app/unsent-text.ts'
import { newIdempotencyKey } from '../../app/use-idempotent-request.ts'
import { Field } from '../../ui/field.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { conflictingVersion } from '../item-with-etag.ts'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { useSubmit } from '../use-submit.ts'
import { useTranslate } from './messages.ts'

type RefundDialogProps = {
  edited: ItemWithEtag<RefundState>
  /** Default amount: the money that failed refunds still owe the customer. */
  due: number
  onDone: () => void
  /** Receives the amounts left if another admin has refunded meanwhile (412). */
  onChanged: (current: ItemWithEtag<RefundState>) => void
  onClose: () => void
}

const codeOf = (error: unknown) =>
  error instanceof ApiProblem ? (error.body as { code?: string } | null)?.code : undefined

/** Checks the amount like the server: above zero, at most the amount left, digits that the currency has. */
const isRefundable = (entered: string, { left, currency }: RefundState) =>
  Number(entered) > 0 && Number(entered) <= left && toMinorUnits(Number(entered), currency) !== null

function useRefund({ edited, onChanged }: RefundDialogProps) {
  const client = useQueryClient()
  /** Refund request without a response yet. A retry reuses it, since the refund may have been made. */
  const order = useRef<{ id: string; amount: string } | null>(null)
  return async (amount: string, reason: string) => {
    if (order.current?.amount !== amount) order.current = { id: newIdempotencyKey(), amount }
    try {
      await send(client, 'POST', adminMoneyPaths.api.refunds(edited.item.id), {
        body: { order_id: order.current.id, amount: Number(amount), reason },
        headers: { 'if-match': edited.etag },
        schema: import.meta.env.DEV && Schema,
      })
    } catch (error) {
      // With `under_way`, the first request may still be running, so a retry must reuse its id.
      if (!isResponseLost(error) && codeOf(error) !== 'under_way') order.current = null
      const current = conflictingVersion<RefundState>(error)
      if (current) onChanged(current)
      throw error
    }
  }
}

function useRefundErrors({ left, currency }: RefundState) {
  const t = useTranslate()
  const errorText = useErrorText()
  const money = useCurrencyFormat()
  const least = money(fromMinorUnits(chargeStepOf(currency), currency), currency)
  return {
    textOf: (error: unknown) => {
      if (error instanceof NetworkProblem) return t('refund.lost')
      return conflictingVersion(error) ? t('refund.changed') : errorText(error)
    },
    check: (isAmountValid: boolean, reason: string): FieldProblems => ({
      ...(!isAmountValid && { amount: [t('refund.amount_wrong', { least, left: money(left, currency) })] }),
      ...(!isLine(reason) && { reason: [t('refund.reason_wrong')] }),
    }),
  }
}

type RefundFieldsProps = {
  state: RefundState
  amount: string
  setAmount: (amount: string) => void
  reason: ReturnType<typeof useUnsentText>
  errors: FieldProblems
}

function RefundFields({ state: { left, currency }, amount, setAmount, reason, errors }: RefundFieldsProps) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  return (
    <>
      <Field
        type="number"
        inputMode="decimal"
        step="any"
        min={0}
        max={left}
        label={t('refund.amount', { currency })}
        value={amount}
        hint={t('refund.amount_hint', { left: money(left, currency) })}
        error={errors.amount?.[0]}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Field
        label={t('refund.reason')}
        value={reason.text}
        maxLength={500}
        error={errors.reason?.[0]}
        onChange={({ target }) => reason.change(target.value)}
      />
    </>
  )
}

export function RefundDialog(props: RefundDialogProps) {
  const { edited, due, onDone, onClose } = props
  const { id, left, currency, ends_access } = edited.item
  const t = useTranslate()
  const money = useCurrencyFormat()
  const [amount, setAmount] = useState(String(due > 0 ? Math.min(due, left) : left))
  const reason = useUnsentText(adminMoneyPaths.api.refunds(id))
  const refund = useRefund(props)
  const { textOf, check } = useRefundErrors(edited.item)
  const { isBusy, problem, fields, run } = useSubmit(textOf)
  const [unsendable, setUnsendable] = useState<FieldProblems>({})
  const errors = { ...fields, ...unsendable }
  const isValid = isRefundable(amount, edited.item)
  const onConfirm = () => {
    const found = check(isValid, reason.text)
    setUnsendable(found)
    if (Object.keys(found).length > 0) return
    void run(
      () => refund(amount, reason.text),
      () => {
        reason.drop()
        onDone()
      },
    )
  }
  const effect = Number(amount) !== left ? 'part' : ends_access ? 'all_ends' : 'all_keeps'
  return (
    <ConfirmDialog
      title={t('refund.ask')}
      action={isValid ? t('refund.confirm', { amount: money(Number(amount), currency) }) : t('refund.submit')}
      {...{ isBusy, problem, onConfirm, onClose }}
    >
      <RefundFields {...{ amount, setAmount, reason, errors }} state={edited.item} />
      <p className={effect === 'all_ends' ? 'font-semibold text-danger' : ''}>{t(`refund.${effect}`)}</p>
      <p className="text-muted">{t('refund.final')}</p>
    </ConfirmDialog>
  )
}
