import { useQuery } from '@tanstack/react-query'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { AdminPaymentCard } from '#shared/admin/payments.ts'
import { choiceParam, patternParam, searchParam } from '#shared/query-params.ts'
import { paymentStatuses } from '#shared/subscription/schema.ts'
import { Link } from '../../app/link.tsx'
import { useDateFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { plansQuery } from '../../app/plans.queries.ts'
import { DownloadButtons } from '../download-buttons.tsx'
import { dayParam, FilterForm, useFilters } from '../filter-form.tsx'
import { ListState, usePagedList } from '../list.tsx'
import { Table } from '../table.tsx'
import { useTranslate } from './messages.ts'
import { PaymentMarks } from './payment-marks.tsx'
import { adminPaymentsQuery } from './payments.queries.ts'

const disputes = ['open', 'any'] as const
const needs = ['invoice', 'status'] as const
const filterSchema = {
  q: searchParam,
  status: choiceParam(paymentStatuses),
  dispute: choiceParam(disputes),
  refund: choiceParam(['due']),
  needs: choiceParam(needs),
  plan: patternParam(/^\d+$/, 9),
  from: dayParam,
  to: dayParam,
}

function Filters({ filters, choose }: ReturnType<typeof useFilters<typeof filterSchema>>) {
  const t = useTranslate()
  const { data: plans = [] } = useQuery(plansQuery)
  const options = {
    status: paymentStatuses.map((value) => ({ value, name: t(`payments.statuses.${value}`) })),
    dispute: disputes.map((value) => ({ value, name: t(`payments.dispute_${value}`) })),
    refund: [{ value: 'due', name: t('payments.refund_due') }],
    needs: needs.map((value) => ({ value, name: t(`payments.needs_${value}`) })),
    plan: plans.map((plan) => ({ value: String(plan.id), name: plan.name })),
  }
  return (
    <FilterForm
      filters={filters}
      choose={choose}
      fields={[{ name: 'q', label: t('payments.search') }]}
      choices={[
        ...(['status', 'dispute', 'refund', 'needs', 'plan'] as const).map((name) => ({
          name,
          label: t(`payments.${name}`),
          options: options[name],
        })),
        { name: 'from', label: t('payments.from'), type: 'date' },
        { name: 'to', label: t('payments.to'), type: 'date' },
      ]}
    />
  )
}

function PaymentLink({ payment: { id, created_at } }: { payment: AdminPaymentCard }) {
  const date = useDateFormat()
  return (
    <Link to={adminMoneyPaths.payment(id)} className="inline-block py-1 font-semibold text-brand underline">
      {date(created_at)}
    </Link>
  )
}

function Person({ payment: { person } }: { payment: AdminPaymentCard }) {
  const t = useTranslate()
  if (!person) return <span className="text-muted">{t('payments.removed')}</span>
  return (
    <>
      <bdi>{person.username}</bdi>
      <bdi className="block text-muted">{person.email}</bdi>
    </>
  )
}

function Plan({ payment: { plan, billing_period } }: { payment: AdminPaymentCard }) {
  const t = useTranslate()
  return (
    <>
      {plan?.name}
      {billing_period && (
        <span className="text-muted max-sm:ml-2 sm:block">{t(`payments.period.${billing_period}`)}</span>
      )}
    </>
  )
}

function Amount({ payment }: { payment: AdminPaymentCard }) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const { amount, amount_refunded, amount_paid_back, currency } = payment
  return (
    <>
      {money(amount, currency)}
      {amount_refunded > 0 && (
        <span className="block text-muted">{t('payments.refunded', { amount: money(amount_refunded, currency) })}</span>
      )}
      {amount_paid_back > 0 && (
        <span className="block text-muted">
          {t('payments.paid_back', { amount: money(amount_paid_back, currency) })}
        </span>
      )}
    </>
  )
}

const stacked = 'max-sm:block max-sm:[&>tbody]:block max-sm:[&>thead]:sr-only max-sm:[&>tbody>:first-child]:border-0'
const cell = 'max-sm:py-1 sm:py-4 sm:pr-4'

/** On phones the cells are stacked, so that the status is in view. */
function PaymentTable({ payments }: { payments: readonly AdminPaymentCard[] }) {
  const t = useTranslate()
  return (
    <div className="relative mt-6 overflow-x-auto">
      <Table
        caption={t('payments.list')}
        className={`text-sm sm:min-w-2xl ${stacked}`}
        rowClassName="border-t border-line align-top max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3"
        rows={payments}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t('payments.date'),
            className: 'whitespace-nowrap sm:py-3 sm:pr-4',
            render: (payment) => <PaymentLink payment={payment} />,
          },
          {
            name: t('payments.person'),
            className: `${cell} min-w-0 break-words max-sm:col-span-2 sm:min-w-56`,
            render: (payment) => <Person payment={payment} />,
          },
          {
            name: t('payments.plan'),
            className: `${cell} max-sm:col-span-2`,
            render: (payment) => <Plan payment={payment} />,
          },
          {
            name: t('payments.amount'),
            className: `${cell} whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1 max-sm:text-right`,
            render: (payment) => <Amount payment={payment} />,
          },
          {
            name: t('payments.status'),
            className: `${cell} max-sm:col-span-2`,
            render: (payment) => (
              <>
                {t(`payments.statuses.${payment.status}`)}
                <PaymentMarks payment={payment} />
              </>
            ),
          },
        ]}
      />
    </div>
  )
}

export function PaymentList() {
  const t = useTranslate()
  const { filters, choose } = useFilters(filterSchema, false)
  const { rows, isError, more } = usePagedList(adminPaymentsQuery(filters))
  const period = { from: filters.from, to: filters.to }
  return (
    <>
      <Filters filters={filters} choose={choose} />
      <DownloadButtons
        files={[
          { name: 'payments', label: t('payments.export'), path: adminMoneyPaths.api.paymentsExport(filters) },
          { name: 'ledger', label: t('payments.export_ledger'), path: adminMoneyPaths.api.ledgerExport(period) },
        ]}
      />
      <ListState rows={rows} isError={isError} empty={t('payments.none')}>
        {(payments) => <PaymentTable payments={payments} />}
      </ListState>
      {more}
    </>
  )
}
