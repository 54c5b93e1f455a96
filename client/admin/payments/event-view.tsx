import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { send } from '../../app/api.ts'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useErrorText } from '../../app/error-text.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AuditHistory } from '../history.tsx'
import { EventState } from './event-table.tsx'
import { LedgerList } from './ledger-list.tsx'
import { useTranslate } from './messages.ts'
import { eventQuery, summaryQuery } from './payments.queries.ts'

function useRetry(id: string, onRetried: () => void) {
  const errorText = useErrorText()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const retry = () => {
    setBusy(true)
    setProblem('')
    send(client, 'POST', adminMoneyPaths.api.eventRetry(id), { body: {} })
      .then(onRetried)
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => {
        setBusy(false)
        for (const queryKey of [eventQuery(id).queryKey, summaryQuery.queryKey, ['stripe-events'], ['audit']])
          void client.invalidateQueries({ queryKey })
      })
  }
  return { isBusy, problem, retry }
}

export function EventView({ id }: { id: string }) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  const { notice, show } = useToast()
  const { data: event, error } = useQuery(eventQuery(id))
  const { isBusy, problem, retry } = useRetry(id, () => show(t('events.retried')))
  return (
    <>
      <Link to={adminMoneyPaths.events()} className="inline-block py-1 text-brand underline">
        {t('events.back')}
      </Link>
      <h2 className="mt-4 text-2xl font-bold wrap-anywhere">{event?.type ?? id}</h2>
      {!event && !error && <Spinner label={t('common.loading')} className="mt-6" />}
      {!event && error && (
        <p role="alert" className="mt-6">
          {t('events.missing')}
        </p>
      )}
      {event && (
        <div className="mt-6 grid grid-cols-1 gap-6">
          <div className="card grid gap-2 p-6">
            <p>
              <EventState event={event} />
            </p>
            <p>{t('events.created_at', { moment: moment(event.created_at) })}</p>
            {event.processed_at && <p>{t('events.processed_at', { moment: moment(event.processed_at) })}</p>}
            <p className="wrap-anywhere">
              {t('events.about')} <code className="text-sm">{event.object_id}</code>{' '}
              <code className="text-sm">{event.customer_id}</code>
            </p>
            {event.person && (
              <p>
                <Link to={adminMoneyPaths.member(event.person.id)} className="inline-block py-1 text-brand underline">
                  <bdi>{event.person.username}</bdi> <bdi>({event.person.email})</bdi>
                </Link>
              </p>
            )}
            {event.dashboard_url && (
              <p>
                <a
                  href={event.dashboard_url}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-block py-1 text-brand underline"
                >
                  {t('events.at_stripe')}
                </a>
              </p>
            )}
            {event.state !== 'processed' && (
              <p className="mt-2">
                <button type="button" className="button" disabled={isBusy} aria-busy={isBusy} onClick={retry}>
                  {t('events.retry')}
                </button>
              </p>
            )}
            <p role="alert" className="text-danger empty:hidden">
              {problem}
            </p>
          </div>
          <section aria-labelledby="led-to">
            <h3 id="led-to" className="text-xl font-bold">
              {t('events.led_to')}
            </h3>
            {event.ledger.length === 0 && <p className="mt-2 text-muted">{t('events.led_to_nothing')}</p>}
            <LedgerList ledger={event.ledger} />
          </section>
          <AuditHistory kind="stripe_event" target={id} labelOf={(field) => field} />
        </div>
      )}
      {notice}
    </>
  )
}
