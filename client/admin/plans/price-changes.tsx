import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import { PriceChangeEffect } from '#shared/admin-plans.ts'
import type { AdminPlan, AdminPriceChange, NewAdminPriceChange } from '#shared/admin-plans.ts'
import { billingPeriods } from '#shared/subscription.ts'
import type { BillingPeriod } from '#shared/subscription.ts'
import { ApiProblem, NetworkProblem, send } from '../../app/api.ts'
import { useLocale } from '../../app/i18n.tsx'
import { fieldProblemsOf, FormProblem } from '../../app/form.tsx'
import { useCurrencyFormat } from '../../app/money.ts'
import { Field } from '../../ui/field.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useTranslate } from './messages.ts'
import { priceChangesQuery } from './plans.queries.ts'

/** A price begins with a day of UTC, wherever the admin is. */
function useDayFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}

type Wanted = Pick<NewAdminPriceChange, 'billing_period' | 'price' | 'starts_on'>

/** Sends once at a time, and keeps what was refused. */
function useSending() {
  const t = useTranslate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [fields, setFields] = useState<ReturnType<typeof fieldProblemsOf>>({})
  async function run<Result>(work: () => Promise<Result>, onDone: (result: Result) => void) {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    setFields({})
    await work()
      .then(onDone)
      .catch((error: unknown) => {
        const named = fieldProblemsOf(error)
        setFields(named)
        if (Object.keys(named).length > 0) return
        setProblem(error instanceof NetworkProblem ? t('offline.not_sent') : (error as Error).message)
      })
      .finally(() => setBusy(false))
  }
  return { isBusy, problem, fields, run, clear: () => setProblem('') }
}

function Effect({ effect, wanted }: { effect: PriceChangeEffect; wanted: Wanted }) {
  const t = useTranslate()
  const dateOf = useDayFormat()
  const money = useCurrencyFormat()
  const { subscribers, former_price, currency, renewals, replaces } = effect
  return (
    <>
      <p>
        {t('price.change', {
          date: dateOf(wanted.starts_on),
          price: money(wanted.price, currency),
          former: former_price === null ? '–' : money(former_price, currency),
        })}
      </p>
      {replaces && (
        <p className="font-semibold text-danger">
          {t('price.replaces', {
            date: dateOf(replaces.starts_on),
            price: money(replaces.price, currency),
          })}
        </p>
      )}
      <p className="font-semibold">{t('price.mailed', { count: subscribers })}</p>
      {renewals.length > 0 && (
        <details open={renewals.length < 6}>
          <summary className="py-1">{t('price.renewals')}</summary>
          <ul className="max-h-48 overflow-y-auto">
            {renewals.map(({ day, count }) => (
              <li key={day} className="flex justify-between gap-4 border-t border-line py-1">
                <span>{dateOf(day)}</span>
                <span>{t('price.renewal', { count })}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** What a 409 says that the change would do by now. */
const effectIn = (error: unknown) =>
  error instanceof ApiProblem && error.status === 409
    ? (error.body as { current?: PriceChangeEffect }).current
    : undefined

type NewChangeProps = { plan: AdminPlan; onDone: (said: string) => void }

function NewChange({ plan, onDone }: NewChangeProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { isBusy, problem, fields, run, clear } = useSending()
  const [period, setPeriod] = useState<BillingPeriod>('month')
  const [price, setPrice] = useState('')
  const [starts_on, setStart] = useState('')
  const [effect, setEffect] = useState<PriceChangeEffect | null>(null)
  const wanted = { billing_period: period, price: price === '' ? Number.NaN : Number(price), starts_on }
  const ask = (more: Pick<NewAdminPriceChange, 'dry_run' | 'subscribers' | 'replaces'>) =>
    send(client, 'POST', adminMoneyPaths.api.priceChanges(plan.id), {
      body: { ...wanted, ...more },
      schema: import.meta.env.DEV && PriceChangeEffect,
    })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => ask({ dry_run: true }), setEffect)
  }
  const schedule = async ({ subscribers, replaces }: PriceChangeEffect) =>
    ask({ dry_run: false, subscribers, replaces: replaces?.id ?? null }).catch((error: unknown) => {
      const current = effectIn(error)
      if (current) setEffect(current)
      throw error
    })
  return (
    <>
      <form className="mt-4 grid items-start gap-4 md:grid-cols-3" onSubmit={onSubmit} noValidate>
        <label>
          <span className="mb-1 block font-semibold">{t('price.period')}</span>
          <select className="field" value={period} onChange={({ target }) => setPeriod(target.value as BillingPeriod)}>
            {billingPeriods.map((one) => (
              <option key={one} value={one}>
                {t(`price.periods.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <Field
          type="number"
          step="any"
          label={t('price.price', { currency: plan.currency })}
          value={price}
          error={fields.price?.[0]}
          onChange={({ target }) => setPrice(target.value)}
        />
        <Field
          type="date"
          label={t('price.starts_on')}
          value={starts_on}
          error={fields.starts_on?.[0]}
          onChange={({ target }) => setStart(target.value)}
        />
        <div className="md:col-span-3">
          {!effect && <FormProblem text={problem} />}
          <button type="submit" className="button button-quiet" aria-busy={isBusy} disabled={isBusy}>
            {t('price.check')}
          </button>
        </div>
      </form>
      {effect && (
        <ConfirmDialog
          title={t('price.ask')}
          action={t('price.confirm')}
          isBusy={isBusy}
          problem={problem}
          onClose={() => {
            setEffect(null)
            clear()
          }}
          onConfirm={() =>
            void run(
              async () => schedule(effect),
              () => {
                setEffect(null)
                setPrice('')
                setStart('')
                onDone(t('price.scheduled'))
              },
            )
          }
        >
          <Effect effect={effect} wanted={wanted} />
        </ConfirmDialog>
      )}
    </>
  )
}

function Change({ plan, change, onDone }: NewChangeProps & { change: AdminPriceChange }) {
  const t = useTranslate()
  const client = useQueryClient()
  const dateOf = useDayFormat()
  const money = useCurrencyFormat()
  const { isBusy, problem, run } = useSending()
  const [isAsking, setAsking] = useState(false)
  const { id, billing_period, price, currency, starts_at, state, is_present_price, told, first_at, last_at } = change
  const isBack = is_present_price && state === 'scheduled'
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {t(isBack ? 'price.back' : 'price.from', {
            date: dateOf(starts_at),
            price: t(`plans.${billing_period}`, { price: money(price, currency) }),
          })}
        </span>
        <span className="text-muted">{t(`price.states.${state}`)}</span>
      </p>
      <p className="text-sm text-muted">
        {t('price.told', { count: told })}{' '}
        {state !== 'replaced' && !isBack && first_at && last_at && (
          <>
            {dateOf(first_at) === dateOf(last_at)
              ? t('price.told_from', { date: dateOf(first_at) })
              : t('price.told_between', { first: dateOf(first_at), last: dateOf(last_at) })}
          </>
        )}
      </p>
      {state === 'scheduled' && !is_present_price && (
        <button type="button" className="button button-quiet mt-2" onClick={() => setAsking(true)}>
          {t('price.cancel')}
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('price.ask_cancel')}
          action={t('price.cancel_confirm')}
          isBusy={isBusy}
          problem={problem}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            void run(
              async () => send(client, 'DELETE', adminMoneyPaths.api.priceChange(plan.id, id)),
              () => {
                setAsking(false)
                onDone(t('price.canceled'))
              },
            )
          }
        >
          <p>{t('price.cancel_note', { count: told })}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

/** Prices that come from a day on: whom each concerns is shown before it is scheduled. */
export function PriceChanges({ plan, onSaid }: { plan: AdminPlan; onSaid: (said: string) => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const { data } = useQuery(priceChangesQuery(plan.id))
  const onDone = (said: string) => {
    onSaid(said)
    for (const queryKey of [priceChangesQuery(plan.id).queryKey, ['audit']]) void client.invalidateQueries({ queryKey })
  }
  return (
    <section aria-labelledby="price-changes">
      <h3 id="price-changes" className="text-xl font-bold">
        {t('price.title')}
      </h3>
      <p className="mt-2 text-muted">{t('price.note')}</p>
      {plan.purchasable && <NewChange plan={plan} onDone={onDone} />}
      {data?.length === 0 && <p className="mt-4 text-muted">{t('price.none')}</p>}
      <ol className="mt-4">
        {data?.map((change) => (
          <Change key={change.id} plan={plan} change={change} onDone={onDone} />
        ))}
      </ol>
    </section>
  )
}
