import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { Payment } from '#shared/subscription/schema.ts'
import { Link } from '../app/link.tsx'
import { useDateFormat } from '../app/format/dates.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { usePaymentLink } from '../app/payment-link.ts'
import { useTranslate } from './messages.ts'
import { PayDialog, paymentsQuery } from './pay-dialog.tsx'
import { RefundOffer, useRefundNotice } from './refunds.tsx'
import { PortalButton } from './request-button.tsx'
import { LoadState } from './section-list.tsx'

const cell = 'sm:py-3 sm:pr-4 sm:last:pr-0'

type LinksProps = Pick<Payment, 'id' | 'links'> & { onPay: (id: string) => void }

function Links({ id, links, onPay }: LinksProps) {
  const t = useTranslate()
  const { open, busy, problem } = usePaymentLink(paymentPaths.paymentLinks(id), t('subscription.failed'))
  return (
    <div className="max-sm:col-span-2">
      <span className="flex flex-wrap gap-x-4 max-sm:justify-end">
        {links.map((link) => (
          <button
            key={link}
            type="button"
            className="py-1 text-brand underline"
            aria-busy={busy === link}
            onClick={() => (link === 'pay' ? onPay(id) : void open(link))}
          >
            {t(`payments.links.${link}`)}
          </button>
        ))}
      </span>
      {problem && (
        <span role="alert" className="block text-danger">
          {problem}
        </span>
      )}
    </div>
  )
}

/** Row of a payment. On a phone it has two lines, and the table has no header. */
function Row({ payment, onPay }: { payment: Payment; onPay: LinksProps['onPay'] }) {
  const t = useTranslate()
  const day = useDateFormat()
  const money = useCurrencyFormat()
  const { id, date, plan, amount, amount_refunded, amount_paid_back, amount_refund_due, currency, status } = payment
  const { dispute, links } = payment
  return (
    <tr className="border-b border-line last:border-0 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3">
      <td className={`${cell} max-sm:whitespace-nowrap`}>{day(date)}</td>
      <td className={`${cell} max-sm:row-start-2`}>{plan ?? '–'}</td>
      <td className={`${cell} max-sm:text-right`}>
        <span className="whitespace-nowrap">{money(amount, currency)}</span>
        {amount_refunded > 0 && (
          <span className="block text-sm whitespace-nowrap text-muted">
            {t('payments.refunded', { amount: money(amount_refunded, currency) })}
          </span>
        )}
        {amount_paid_back > 0 && (
          <span className="block text-sm text-muted">
            {t('payments.paid_back', { amount: money(amount_paid_back, currency) })}
          </span>
        )}
      </td>
      <td className={`${cell} max-sm:contents`}>
        <div className="max-sm:text-right">
          {dispute ? t(`payments.disputes.${dispute}`) : t(`payments.statuses.${status}`)}
          {amount_refund_due > 0 && (
            <span className="block text-sm whitespace-nowrap text-danger">
              {t('payments.refund_due', { amount: money(amount_refund_due, currency) })}
            </span>
          )}
        </div>
        {links.length > 0 && <Links id={id} links={links} onPay={onPay} />}
      </td>
    </tr>
  )
}

const listOf = (data: { pages: { results: Payment[] }[] } | undefined) =>
  data?.pages.flatMap(({ results }) => results) ?? []

const isOwed = ({ links }: Payment) => links.includes('pay')

function PaymentTable({ payments, onPay }: { payments: Payment[]; onPay: LinksProps['onPay'] }) {
  const t = useTranslate()
  const columns = t('payments.columns')
  return (
    <div className="card mt-4 px-4 py-2 sm:px-6">
      <table aria-labelledby="payments" className="w-full text-left max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th key={column} scope="col" className={`${cell} font-semibold`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {payments.map((payment) => (
            <Row key={payment.id} payment={payment} onPay={onPay} />
          ))}
          {payments.length === 0 && (
            <tr className="max-sm:block">
              <td colSpan={columns.length} className="py-8 text-center text-muted max-sm:block">
                <p>{t('payments.empty')}</p>
                <Link to={paths.subscription} className="button button-quiet mx-auto mt-4 flex w-fit">
                  {t('payments.link')}
                </Link>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

export function PaymentsSection() {
  const t = useTranslate()
  const list = useInfiniteQuery({
    ...paymentsQuery,
    // The user may have paid an open invoice in another tab.
    refetchOnWindowFocus: ({ state }) => (listOf(state.data).some(isOwed) ? 'always' : false),
  })
  const payments = listOf(list.data)
  const { heading, notice, onRefunded } = useRefundNotice()
  const [paying, setPaying] = useState<string | null>(null)
  const isRefundDue = payments.some(({ amount_refund_due }) => amount_refund_due > 0)
  const refundable = payments.find(({ refundable_until }) => refundable_until !== null)
  return (
    <section>
      <h2 ref={heading} id="payments" tabIndex={-1} className="text-xl font-bold">
        {t('payments.title')}
      </h2>
      <LoadState query={list} failure={t('payments.failed')} />
      {list.data && <PaymentTable payments={payments} onPay={setPaying} />}
      {isRefundDue && <p className="mt-4">{t('payments.refund_due_note')}</p>}
      {refundable && !isRefundDue && <RefundOffer payment={refundable} onDone={onRefunded} />}
      {paying !== null && <PayDialog id={paying} onClose={() => setPaying(null)} />}
      <div className="mt-4 flex flex-wrap gap-3">
        {list.hasNextPage && (
          <button
            type="button"
            className="button button-quiet"
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('payments.more')}
          </button>
        )}
        {payments.length > 0 && <PortalButton label={t('subscription.portal')} />}
      </div>
      {notice}
    </section>
  )
}
