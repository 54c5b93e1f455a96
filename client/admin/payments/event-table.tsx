import { Link } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { AdminEventCard } from '#shared/admin/payments.ts'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useTranslate } from './messages.ts'

export function EventState({ event: { state, failures, next_at } }: { event: AdminEventCard }) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  return (
    <>
      <span className={state === 'failed' ? 'font-semibold text-danger' : ''}>{t(`events.states.${state}`)}</span>
      {state === 'failed' && (
        <span className="block text-muted">
          {failures > 0 && t('events.failures', { count: failures })}{' '}
          {next_at ? t('events.next_at', { moment: moment(next_at) }) : t('events.no_next')}
        </span>
      )}
    </>
  )
}

export function EventTable({ events, label }: { events: readonly AdminEventCard[]; label: string }) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  return (
    <div className="card relative mt-3 overflow-x-auto p-4">
      <table className="w-full min-w-2xl text-left text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className="pr-4 pb-2">
              {t('events.event')}
            </th>
            <th scope="col" className="pr-4 pb-2">
              {t('events.state')}
            </th>
            <th scope="col" className="pr-4 pb-2">
              {t('events.age')}
            </th>
            <th scope="col" className="pb-2">
              {t('payments.person')}
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-4 whitespace-nowrap">
                <Link
                  to={adminMoneyPaths.event(event.id)}
                  className="inline-block py-1 font-semibold text-brand underline"
                >
                  {event.type}
                </Link>
              </th>
              <td className="min-w-32 py-3 pr-4">
                <EventState event={event} />
              </td>
              <td className="py-3 pr-4 whitespace-nowrap">{moment(event.received_at)}</td>
              <td className="min-w-40 py-3">{event.person ? <bdi>{event.person.username}</bdi> : event.customer_id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
