import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { Payment, SubscriptionStatus } from '#shared/subscription/schema.ts'
import { Link } from '../app/link.tsx'
import { send } from '../app/api.ts'
import { useDateFormat } from '../app/format/dates.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { useToast } from '../ui/toast.tsx'
import { useFocusAfterDialog } from '../ui/use-focus-after-dialog.ts'
import { useTranslate } from './messages.ts'
import { RequestButton } from './request-button.tsx'

/** Notice of a refund, after which the section's heading gets the focus: the pressed button is gone. */
export function useRefundNotice() {
  const { notice, show } = useToast()
  const { target: heading, focusAfterDialog } = useFocusAfterDialog<HTMLHeadingElement>()
  const onRefunded = (text: string) => {
    show(text)
    focusAfterDialog()
  }
  return { heading, notice, onRefunded }
}

type RefundCardProps = {
  path: string
  button: Omit<Parameters<typeof RequestButton>[0], 'request'> | false
  children: ReactNode
}

function RefundCard({ path, button, children }: RefundCardProps) {
  const client = useQueryClient()
  const refund = async () => {
    await send(client, 'POST', path)
    await client.invalidateQueries()
  }
  return (
    <div className="card mt-4 flex flex-wrap items-center justify-between gap-3 px-6 py-4">
      <p className="min-w-0 flex-1 basis-64">{children}</p>
      {button && <RequestButton request={refund} {...button} />}
    </div>
  )
}

/** Refund offer in the first days. It asks for confirmation, since the refund ends the plan. */
export function RefundOffer({ payment, onDone }: { payment: Payment; onDone: (text: string) => void }) {
  const { plan, currency, refundable_until, refundable_amount } = payment
  const t = useTranslate()
  const date = useDateFormat()
  const money = useCurrencyFormat()
  const texts = {
    amount: money(refundable_amount ?? 0, currency),
    plan: plan ?? '',
    date: date(refundable_until ?? ''),
  }
  return (
    <RefundCard
      path={paymentPaths.refund}
      button={{
        label: t('refund.open'),
        onDone: () => onDone(t('refund.done', texts)),
        confirmation: {
          title: t('refund.title', texts),
          text: t('refund.consequence', texts),
          cancel: t('refund.keep', texts),
          submit: t('refund.submit'),
        },
      }}
    >
      {t('refund.note', texts)} <Link to={`${paths.cancel}?kind=withdraw`}>{t('refund.withdraw')}</Link>
    </RefundCard>
  )
}

type CreditProps = { credit: NonNullable<SubscriptionStatus['credit']>; onDone: (text: string) => void }

/** Credit of a user without a subscription. It can be refunded to the card. */
export function UnusedCredit({ credit: { amount, currency, refundable }, onDone }: CreditProps) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const texts = { amount: money(amount, currency), refundable: money(refundable, currency) }
  return (
    <RefundCard
      path={paymentPaths.creditRefund}
      button={
        refundable > 0 && {
          label: t('credit.open'),
          onDone: () => onDone(t('credit.done', texts)),
          confirmation: {
            title: t('credit.title', texts),
            text: t('credit.consequence', texts),
            cancel: t('credit.keep'),
            submit: t('credit.submit'),
            isDanger: false,
          },
        }
      }
    >
      {t('credit.note', texts)} {refundable < amount && t(refundable > 0 ? 'credit.rest' : 'credit.none', texts)}
    </RefundCard>
  )
}
