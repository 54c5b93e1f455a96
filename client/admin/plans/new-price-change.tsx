import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { PriceChangeEffect } from '#shared/admin/plans.ts'
import type { AdminPlan, NewAdminPriceChange } from '#shared/admin/plans.ts'
import { billingPeriods } from '#shared/subscription/schema.ts'
import type { BillingPeriod } from '#shared/subscription/schema.ts'
import { ApiProblem, send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useLocale } from '../../app/i18n.tsx'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { Field } from '../../ui/field.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useSubmit } from '../use-submit.ts'
import { useTranslate } from './messages.ts'

/** Formats the first day of a price in UTC, independent of the admin's time zone. */
export function useStartDayFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}

type Change = Pick<NewAdminPriceChange, 'billing_period' | 'price' | 'starts_on'>

function Effect({ effect, change }: { effect: PriceChangeEffect; change: Change }) {
  const t = useTranslate()
  const dateOf = useStartDayFormat()
  const money = useCurrencyFormat()
  const { subscribers, former_price, currency, renewals, replaces } = effect
  return (
    <>
      <p>
        {t('price.change', {
          date: dateOf(change.starts_on),
          price: money(change.price, currency),
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

/** Returns the present effect of the price change from the body of a 409. */
const currentEffect = (error: unknown) =>
  error instanceof ApiProblem && error.status === 409
    ? (error.body as { current?: PriceChangeEffect }).current
    : undefined

export type PriceChangeProps = { plan: AdminPlan; onDone: (message: string) => void }

/** Form of a price change. It shows the affected subscribers first. */
export function NewPriceChange({ plan, onDone }: PriceChangeProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { isBusy, problem, fields, run, clear } = useSubmit()
  const [period, setPeriod] = useState<BillingPeriod>('month')
  const [price, setPrice] = useState('')
  const [starts_on, setStart] = useState('')
  const [effect, setEffect] = useState<PriceChangeEffect | null>(null)
  const change = { billing_period: period, price: price === '' ? Number.NaN : Number(price), starts_on }
  const post = (more: Pick<NewAdminPriceChange, 'dry_run' | 'subscribers' | 'replaces'>) =>
    send(client, 'POST', adminMoneyPaths.api.priceChanges(plan.id), {
      body: { ...change, ...more },
      schema: import.meta.env.DEV && PriceChangeEffect,
    })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => post({ dry_run: true }), setEffect)
  }
  const schedule = async ({ subscribers, replaces }: PriceChangeEffect) =>
    post({ dry_run: false, subscribers, replaces: replaces?.id ?? null }).catch((error: unknown) => {
      const current = currentEffect(error)
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
          <Effect effect={effect} change={change} />
        </ConfirmDialog>
      )}
    </>
  )
}
