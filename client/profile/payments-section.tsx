import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { Payment } from '#shared/subscription.ts'
import { useDateFormat } from '../app/dates.ts'
import { useCurrencyFormat } from '../app/money.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { PortalButton } from './portal-button.tsx'
import { Refund } from './refund.tsx'
import { paymentsQuery } from './subscription.queries.ts'

function Row({ payment }: { payment: Payment }) {
  const t = useTranslate()
  const day = useDateFormat()
  const money = useCurrencyFormat()
  const { date, plan, amount, amount_refunded, currency, status, receipt_url, invoice_url } = payment
  const link = invoice_url ?? receipt_url
  return (
    <tr className="border-b border-line last:border-0">
      <td className="py-3 pr-3 last:pr-0 sm:pr-4">{day(date)}</td>
      <td className="py-3 pr-3 last:pr-0 sm:pr-4">{plan ?? '–'}</td>
      <td className="py-3 pr-3 last:pr-0 sm:pr-4">
        <span className="whitespace-nowrap">{money(amount, currency)}</span>
        {amount_refunded > 0 && (
          <span className="block text-sm text-muted">
            {t('payments.refunded', { amount: money(amount_refunded, currency) })}
          </span>
        )}
      </td>
      <td className="py-3 pr-3 last:pr-0 sm:pr-4">
        {t(`payments.statuses.${status}`)}
        {link && (
          <a href={link} className="block text-brand underline sm:ml-2 sm:inline" target="_blank" rel="noopener">
            {invoice_url ? t('payments.pay') : t('payments.receipt')}
          </a>
        )}
      </td>
    </tr>
  )
}

export function PaymentsSection() {
  const t = useTranslate()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(paymentsQuery)
  const payments = data?.pages.flatMap(({ results }) => results) ?? []
  const columns = t('payments.columns')
  const refundable = payments.find(({ refundable_until }) => refundable_until !== null)
  return (
    <section>
      <h2 id="payments" className="text-xl font-bold">
        {t('payments.title')}
      </h2>
      {isError && !data && (
        <p role="alert" className="mt-4 text-danger">
          {t('payments.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('loading')} className="mt-4" />}
      {data && (
        <div className="card mt-4 overflow-x-auto px-4 py-2 sm:px-6">
          <table aria-labelledby="payments" className="w-full text-left">
            <thead>
              <tr className="border-b border-line">
                {columns.map((column) => (
                  <th key={column} scope="col" className="py-3 pr-3 last:pr-0 sm:pr-4 font-semibold">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {payments.map((payment) => (
                <Row key={payment.id} payment={payment} />
              ))}
              {payments.length === 0 && (
                <tr>
                  <td colSpan={columns.length} className="py-8 text-center text-muted">
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
      )}
      {refundable && <Refund payment={refundable} />}
      <p className="mt-4 flex flex-wrap gap-3">
        {hasNextPage && (
          <button
            type="button"
            className="button button-quiet"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('payments.more')}
          </button>
        )}
        {payments.length > 0 && <PortalButton />}
      </p>
    </section>
  )
}
