import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { Link } from '../../app/link.tsx'
import { Tabs } from '../tabs.tsx'
import { EventList } from './event-list.tsx'
import { EventView } from './event-view.tsx'
import { useTranslate } from './messages.ts'
import { PaymentList } from './payment-list.tsx'
import { PaymentView } from './payment-view.tsx'
import { summaryQuery } from './payments.queries.ts'

const { payments: paymentsPath, events: eventsPath } = adminMoneyPaths

function Summary() {
  const t = useTranslate()
  const { data } = useQuery(summaryQuery)
  if (!data) return null
  const { payments } = data
  const waiting = [
    { name: 'disputes', count: data.open_disputes, to: paymentsPath({ dispute: 'open' }) },
    { name: 'refunds_due', count: data.refunds_due, to: paymentsPath({ refund: 'due' }) },
    { name: 'unfinalized_invoices', count: data.unfinalized_invoices, to: paymentsPath({ needs: 'invoice' }) },
    { name: 'unknown_statuses', count: data.unknown_statuses, to: paymentsPath({ needs: 'status' }) },
    { name: 'failed_events', count: data.failed_events, to: eventsPath({ state: 'failed' }) },
  ] as const
  return (
    <>
      {payments !== 'on' && <p className="card mt-4 p-4">{t(`payments.${payments}`)}</p>}
      {waiting
        .filter(({ count }) => count > 0)
        .map(({ name, count, to }) => (
          <p key={name} className="mt-3 font-semibold text-danger">
            {t(`payments.${name}`, { count })}{' '}
            <Link to={to} className="inline-block py-1 underline">
              {t('payments.show')}
            </Link>
          </p>
        ))}
    </>
  )
}

function Lists({ part }: { part: 'payments' | 'events' }) {
  const t = useTranslate()
  const tabs = (['payments', 'events'] as const).map((name) => ({
    to: adminMoneyPaths[name](),
    name: t(`payments.tabs.${name}`),
    isCurrent: name === part,
  }))
  return (
    <>
      <Tabs label={t('payments.tabs.label')} tabs={tabs} className="" />
      <Summary />
      <div className="mt-6">{part === 'payments' ? <PaymentList /> : <EventList />}</div>
    </>
  )
}

export function PaymentsArea() {
  const { pathname } = useLocation()
  const event = matchPath({ path: `${eventsPath()}/:id`, caseSensitive: true }, pathname)?.params.id
  if (event !== undefined) return <EventView key={event} id={event} />
  const payment = matchPath(`${paymentsPath()}/:id`, pathname)?.params.id
  if (payment === undefined || payment === 'events') return <Lists part={payment ?? 'payments'} />
  return <PaymentView key={payment} id={payment} />
}
