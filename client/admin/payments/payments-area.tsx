import { useQuery } from '@tanstack/react-query'
import { Link, matchPath, useLocation } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { EventList } from './event-list.tsx'
import { EventView } from './event-view.tsx'
import { useTranslate } from './messages.ts'
import { PaymentList } from './payment-list.tsx'
import { PaymentView } from './payment-view.tsx'
import { summaryQuery } from './payments.queries.ts'

function Summary() {
  const t = useTranslate()
  const { data } = useQuery(summaryQuery)
  if (!data) return null
  const { payments, open_disputes, refunds_due, unfinalized_invoices, unknown_statuses, failed_events } = data
  const waiting = (text: string, path: string) => (
    <p className="mt-3 font-semibold text-danger">
      {text}{' '}
      <Link to={path} className="inline-block py-1 underline">
        {t('payments.show')}
      </Link>
    </p>
  )
  return (
    <>
      {payments !== 'on' && <p className="card mt-4 p-4">{t(`payments.${payments}`)}</p>}
      {open_disputes > 0 &&
        waiting(t('payments.disputes', { count: open_disputes }), adminMoneyPaths.payments({ dispute: 'open' }))}
      {refunds_due > 0 &&
        waiting(t('payments.refunds_due', { count: refunds_due }), adminMoneyPaths.payments({ refund: 'due' }))}
      {unfinalized_invoices > 0 &&
        waiting(
          t('payments.unfinalized_invoices', { count: unfinalized_invoices }),
          adminMoneyPaths.payments({ needs: 'invoice' }),
        )}
      {unknown_statuses > 0 &&
        waiting(
          t('payments.unknown_statuses', { count: unknown_statuses }),
          adminMoneyPaths.payments({ needs: 'status' }),
        )}
      {failed_events > 0 &&
        waiting(t('payments.failed_events', { count: failed_events }), adminMoneyPaths.events({ state: 'failed' }))}
    </>
  )
}

function Lists({ part }: { part: 'payments' | 'events' }) {
  const t = useTranslate()
  return (
    <>
      <nav aria-label={t('payments.tabs.label')} className="flex flex-wrap gap-2">
        {(['payments', 'events'] as const).map((name) => (
          <Link
            key={name}
            to={adminMoneyPaths[name]()}
            className="tab"
            aria-current={name === part ? 'page' : undefined}
          >
            {t(`payments.tabs.${name}`)}
          </Link>
        ))}
      </nav>
      <Summary />
      <div className="mt-6">{part === 'payments' ? <PaymentList /> : <EventList />}</div>
    </>
  )
}

export function PaymentsArea() {
  const { pathname } = useLocation()
  const event = matchPath({ path: `${adminMoneyPaths.events()}/:id`, caseSensitive: true }, pathname)?.params.id
  if (event !== undefined) return <EventView key={event} id={event} />
  const payment = matchPath(`${adminMoneyPaths.payments()}/:id`, pathname)?.params.id
  if (payment === undefined || payment === 'events') return <Lists part={payment ?? 'payments'} />
  return <PaymentView key={payment} id={payment} />
}
