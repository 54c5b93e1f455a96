import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import type { AdminPaymentCard } from '#shared/admin-payments.ts'
import { paymentStatuses } from '#shared/subscription.ts'
import { useDateFormat } from '../../app/dates.ts'
import { LoadMore } from '../../app/load-more.tsx'
import { useCurrencyFormat } from '../../app/money.ts'
import { plansQuery } from '../../app/plans.queries.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { FilterInput, FilterSelect, useFilters } from './filters.tsx'
import { useTranslate } from './messages.ts'
import { filtersIn, paymentFilterNames, paymentsQuery } from './payments.queries.ts'
import type { PaymentFilters } from './payments.queries.ts'

function Filters({ filters }: { filters: PaymentFilters }) {
  const t = useTranslate()
  const id = useId()
  const { data: plans = [] } = useQuery(plansQuery)
  const choose = useFilters(filters, adminMoneyPaths.payments)
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
            {t('payments.search_submit')}
          </button>
        </div>
      </form>
      <div className="mt-3 grid grid-cols-2 gap-2 md:grid-cols-5">
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

function Row({ payment }: { payment: AdminPaymentCard }) {
  const t = useTranslate()
  const date = useDateFormat()
  const money = useCurrencyFormat()
  const { id, created_at, person, plan, billing_period, amount, amount_refunded, currency, status } = payment
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-3 pr-4 whitespace-nowrap">
        <Link to={adminMoneyPaths.payment(id)} className="inline-block py-1 font-semibold text-brand underline">
          {date(created_at)}
        </Link>
      </th>
      <td className="py-4 pr-4">
        {person ? (
          <>
            <bdi>{person.username}</bdi>
            <bdi className="block text-muted">{person.email}</bdi>
          </>
        ) : (
          <span className="text-muted">{t('payments.removed')}</span>
        )}
      </td>
      <td className="py-4 pr-4">
        {plan?.name}
        {billing_period && <span className="block text-muted">{t(`payments.period.${billing_period}`)}</span>}
      </td>
      <td className="py-4 pr-4 whitespace-nowrap">
        {money(amount, currency)}
        {amount_refunded > 0 && (
          <span className="block text-muted">
            {t('payments.refunded', { amount: money(amount_refunded, currency) })}
          </span>
        )}
      </td>
      <td className="py-4">
        {t(`payments.statuses.${status}`)}
        {payment.dispute_status && (
          <span className="block font-semibold text-danger">
            {t('payments.disputed', { status: payment.dispute_status })}
          </span>
        )}
      </td>
    </tr>
  )
}

export function PaymentList() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const filters = filtersIn(search, paymentFilterNames)
  const listed = useInfiniteQuery(paymentsQuery(filters))
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError } = listed
  const payments = data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <>
      <Filters filters={filters} />
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('payments.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data && payments.length === 0 && <p className="card mt-6 py-10 text-center text-muted">{t('payments.none')}</p>}
      {payments.length > 0 && (
        <div className="card relative mt-6 overflow-x-auto p-4">
          <table className="w-full min-w-2xl text-left text-sm">
            <caption className="sr-only">{t('payments.list')}</caption>
            <thead>
              <tr className="text-muted">
                {(['date', 'person', 'plan', 'amount', 'status'] as const).map((name) => (
                  <th key={name} scope="col" className="pr-4 pb-2">
                    {t(`payments.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {payments.map((payment) => (
                <Row key={payment.id} payment={payment} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {(hasNextPage || (data?.pages.length ?? 0) > 1) && (
        <LoadMore
          address={data?.pages.at(-1)?.next ?? null}
          end={t('payments.end')}
          isLoading={isFetchingNextPage}
          isFailed={isFetchNextPageError}
          fetchMore={() => void listed.fetchNextPage()}
        />
      )}
    </>
  )
}
