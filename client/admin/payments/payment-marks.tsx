import type { AdminPaymentCard } from '#shared/admin/payments.ts'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { useTranslate } from './messages.ts'

const knownDisputes = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'appeal_needs_response',
  'appeal_under_review',
] as const

/** Marks beside a payment's status: disputes, failed refunds, suspected fraud. */
export function PaymentMarks({ payment }: { payment: AdminPaymentCard }) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  const money = useCurrencyFormat()
  const { currency, dispute_status, dispute_due_at, amount_charged_back, amount_refund_due } = payment
  const dispute = knownDisputes.find((one) => one === dispute_status)
  const marks = [
    dispute_status &&
      (dispute ? t(`payments.dispute_statuses.${dispute}`) : t('payments.disputed', { status: dispute_status })),
    dispute_due_at && t('payments.dispute_due', { moment: moment(dispute_due_at) }),
    amount_charged_back > 0 && t('payments.charged_back', { amount: money(amount_charged_back, currency) }),
    amount_refund_due > 0 && t('payments.refund_failed', { amount: money(amount_refund_due, currency) }),
    payment.refund_refusal && t('payments.refund_refused', { reason: payment.refund_refusal }),
    payment.fraud_warning && t('payments.fraud_warning', { reason: payment.fraud_warning.replaceAll('_', ' ') }),
    payment.finalization_error && t('payments.unfinalized', { reason: payment.finalization_error }),
    payment.tax_disabled_reason && t('payments.untaxed', { reason: payment.tax_disabled_reason }),
    ...payment.unknown_statuses.map((one) => t('payments.unknown_status', one)),
  ]
  return marks.map(
    (mark) =>
      mark && (
        <span key={mark} className="block font-semibold text-danger">
          {mark}
        </span>
      ),
  )
}
