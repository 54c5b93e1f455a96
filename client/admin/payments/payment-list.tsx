import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { AdminPaymentCard } from '#shared/admin/payments.ts'
import { paymentStatuses } from '#shared/subscription/schema.ts'
import { useDateFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { plansQuery } from '../../app/plans.queries.ts'
import { DownloadButtons } from '../download-buttons.tsx'
import { ListState, usePagedList } from '../list.tsx'
import { FilterInput, FilterSelect, useFilterNavigation } from './filters.tsx'
import { useTranslate } from './messages.ts'
import { PaymentMarks } from './payment-marks.tsx'
import { filtersFromSearch, paymentFilterNames, adminPaymentsQuery } from './payments.queries.ts'
import type { PaymentFilters } from './payments.queries.ts'

function Filters({ filters }: { filters: PaymentFilters }) {
  const t = useTranslate()
  const id = useId()
  const { data: plans = [] } = useQuery(plansQuery)
  const choose = useFilterNavigation(filters, adminMoneyPaths.payments)
  const shared = { onChoose: choose }
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const q = new FormData(event.currentTarget).get('q')
          choose({ q: typeof q === 'string' ? q.trim() : '' })
        }}
      >
        <label htmlFor={id} className="mb-1 block text-sm">
          {t('payments.search')}
        </label>
        <div className="flex gap-2">
          <div className="relative min-w-0 flex-1">
            <Search className="pointer-events-none absolute top-3 left-3 size-5 text-muted" aria-hidden="true" />
            <input
              key={filters.q}
              id={id}
              type="search"
              name="q"
              defaultValue={filters.q}
              maxLength={200}
              autoComplete="off"
              className="field field-search"
            />
          </div>
          <button type="submit" className="button button-quiet">
            {t('common.search_submit')}
          </button>
        </div>
      </form>
      <div className="mt-3 grid grid-cols-2 gap-2 md:grid-cols-3 lg:grid-cols-4">
        <FilterSelect
          {...shared}
          name="status"
          label={t('payments.status')}
          value={filters.status}
          options={paymentStatuses.map((status) => [status, t(`payments.statuses.${status}`)] as const)}
        />
        <FilterSelect
          {...shared}
          name="dispute"
          label={t('payments.dispute')}
          value={filters.dispute}
          options={(['open', 'any'] as const).map((one) => [one, t(`payments.dispute_${one}`)] as const)}
        />
        <FilterSelect
          {...shared}
          name="refund"
          label={t('payments.refund')}
          value={filters.refund}
          options={[['due', t('payments.refund_due')]]}
        />
        <FilterSelect
          {...shared}
          name="needs"
          label={t('payments.needs')}
          value={filters.needs}
          options={(['invoice', 'status'] as const).map((one) => [one, t(`payments.needs_${one}`)] as const)}
        />
        <FilterSelect
          {...shared}
          name="plan"
          label={t('payments.plan')}
          value={filters.plan}
          options={plans.map((plan) => [String(plan.id), plan.name] as const)}
        />
        <FilterInput {...shared} type="date" name="from" label={t('payments.from')} value={filters.from} />
        <FilterInput {...shared} type="date" name="to" label={t('payments.to')} value={filters.to} />
      </div>
    </search>
  )
}

const cell = 'max-sm:py-1 sm:py-4 sm:pr-4'

/** On phones the cells are stacked, so that the status is in view. */
function Row({ payment }: { payment: AdminPaymentCard }) {
  const t = useTranslate()
  const date = useDateFormat()
  const money = useCurrencyFormat()
  const { id, created_at, person, plan, billing_period, amount, amount_refunded, amount_paid_back, currency, status } =
    payment
  return (
    <tr className="border-t border-line align-top max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3">
      <th scope="row" className="whitespace-nowrap sm:py-3 sm:pr-4">
        <Link to={adminMoneyPaths.payment(id)} className="inline-block py-1 font-semibold text-brand underline">
          {date(created_at)}
        </Link>
      </th>
      <td className={`${cell} min-w-0 break-words max-sm:col-span-2 sm:min-w-56`}>
        {person ? (
          <>
            <bdi>{person.username}</bdi>
            <bdi className="block text-muted">{person.email}</bdi>
          </>
        ) : (
          <span className="text-muted">{t('payments.removed')}</span>
        )}
      </td>
      <td className={`${cell} max-sm:col-span-2`}>
        {plan?.name}
        {billing_period && (
          <span className="text-muted max-sm:ml-2 sm:block">{t(`payments.period.${billing_period}`)}</span>
        )}
      </td>
      <td className={`${cell} whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1 max-sm:text-right`}>
        {money(amount, currency)}
        {amount_refunded > 0 && (
          <span className="block text-muted">
            {t('payments.refunded', { amount: money(amount_refunded, currency) })}
          </span>
        )}
        {amount_paid_back > 0 && (
          <span className="block text-sm text-muted">
            {t('payments.paid_back', { amount: money(amount_paid_back, currency) })}
          </span>
        )}
      </td>
      <td className={`${cell} max-sm:col-span-2`}>
        {t(`payments.statuses.${status}`)}
        <PaymentMarks payment={payment} />
      </td>
    </tr>
  )
}

export function PaymentList() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const filters = filtersFromSearch(search, paymentFilterNames)
  const { rows, isError, more } = usePagedList(adminPaymentsQuery(filters), t('payments.end'))
  return (
    <>
      <Filters filters={filters} />
      <DownloadButtons
        files={[
          { name: 'payments', label: t('payments.export'), path: adminMoneyPaths.api.paymentsExport(filters) },
          {
            name: 'ledger',
            label: t('payments.export_ledger'),
            path: adminMoneyPaths.api.ledgerExport({ from: filters.from, to: filters.to }),
          },
        ]}
      />
      <ListState rows={rows} isError={isError} failed={t('payments.failed')} empty={t('payments.none')}>
        {(payments) => (
          <div className="card relative mt-6 overflow-x-auto p-4">
            <table className="w-full text-left text-sm max-sm:block sm:min-w-2xl">
              <caption className="sr-only">{t('payments.list')}</caption>
              <thead className="max-sm:sr-only">
                <tr className="text-muted">
                  {(['date', 'person', 'plan', 'amount', 'status'] as const).map((name) => (
                    <th key={name} scope="col" className="pr-4 pb-2">
                      {t(`payments.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="max-sm:block max-sm:[&>:first-child]:border-0">
                {payments.map((payment) => (
                  <Row key={payment.id} payment={payment} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </ListState>
      {more}
    </>
  )
}
