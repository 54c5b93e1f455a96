import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { AdminEvent } from '#shared/admin/payments.ts'
import { send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useToast } from '../../ui/toast.tsx'
import { DetailsPage } from '../details.tsx'
import { AuditHistory } from '../history.tsx'
import { useSubmit } from '../use-submit.ts'
import { EventState } from './event-table.tsx'
import { LedgerList, PersonLink, StripeLink } from './payment-parts.tsx'
import { useTranslate } from './messages.ts'
import { eventQuery, summaryQuery } from './payments.queries.ts'

function RetryButton({ event: { id, state }, onRetried }: { event: AdminEvent; onRetried: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const { isBusy, problem, run } = useSubmit()
  const refresh = () => {
    for (const queryKey of [eventQuery(id).queryKey, summaryQuery.queryKey, ['stripe-events'], ['audit']])
      void client.invalidateQueries({ queryKey })
  }
  const retry = () =>
    run(() => send(client, 'POST', adminMoneyPaths.api.eventRetry(id), { body: {} }).finally(refresh), onRetried)
  return (
    <>
      {state !== 'processed' && (
        <p className="mt-2">
          <button type="button" className="button" disabled={isBusy} aria-busy={isBusy} onClick={() => void retry()}>
            {t('events.retry')}
          </button>
        </p>
      )}
      <FormProblem text={problem} />
    </>
  )
}

function EventFacts({ event }: { event: AdminEvent }) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  const { created_at, processed_at, object_id, customer_id, person, dashboard_url } = event
  return (
    <>
      <p>
        <EventState event={event} />
      </p>
      <p>{t('events.created_at', { moment: moment(created_at) })}</p>
      {processed_at && <p>{t('events.processed_at', { moment: moment(processed_at) })}</p>}
      <p className="wrap-anywhere">
        {t('events.about')} <code className="text-sm">{object_id}</code> <code className="text-sm">{customer_id}</code>
      </p>
      {person && (
        <p>
          <PersonLink person={person} />
        </p>
      )}
      {dashboard_url && (
        <p>
          <StripeLink href={dashboard_url}>{t('events.at_stripe')}</StripeLink>
        </p>
      )}
    </>
  )
}

export function EventView({ id }: { id: string }) {
  const t = useTranslate()
  const { notice, show } = useToast()
  const query = useQuery(eventQuery(id))
  return (
    <>
      <DetailsPage
        back={{ to: adminMoneyPaths.events(), label: t('events.back') }}
        title={query.data?.type ?? id}
        query={query}
        failed={t('events.missing')}
      >
        {(event) => (
          <div className="mt-6 grid grid-cols-1 gap-6">
            <div className="card grid gap-2 p-6">
              <EventFacts event={event} />
              <RetryButton event={event} onRetried={() => show(t('events.retried'))} />
            </div>
            <LedgerList title={t('events.led_to')} empty={t('events.led_to_nothing')} ledger={event.ledger} />
            <AuditHistory kind="stripe_event" target={id} labelOf={(field) => field} />
          </div>
        )}
      </DetailsPage>
      {notice}
    </>
  )
}
