import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { AdminEventCard } from '#shared/admin/payments.ts'
import { Link } from '../../app/link.tsx'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { Table } from '../table.tsx'
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
    <div className="relative mt-3 overflow-x-auto">
      <Table
        caption={label}
        className="min-w-2xl text-sm"
        rowClassName="border-t border-line align-top"
        rows={events}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t('events.event'),
            className: 'py-2 pr-4 whitespace-nowrap',
            render: ({ id, type }) => (
              <Link to={adminMoneyPaths.event(id)} className="inline-block py-1 font-semibold text-brand underline">
                {type}
              </Link>
            ),
          },
          {
            name: t('events.state'),
            className: 'min-w-32 py-3 pr-4',
            render: (event) => <EventState event={event} />,
          },
          {
            name: t('events.age'),
            className: 'py-3 pr-4 whitespace-nowrap',
            render: ({ received_at }) => moment(received_at),
          },
          {
            name: t('payments.person'),
            className: 'min-w-40 py-3',
            render: ({ person, customer_id }) => (person ? <bdi>{person.username}</bdi> : customer_id),
          },
        ]}
      />
    </div>
  )
}
