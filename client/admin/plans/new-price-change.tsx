import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { PriceChangeEffect } from '#shared/admin/plans.ts'
import type { AdminPlan, NewAdminPriceChange } from '#shared/admin/plans.ts'
import { billingPeriods } from '#shared/subscription/schema.ts'
import { ApiProblem, send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useDateFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { EntityFields } from '../entity-fields.tsx'
import type { EntityField } from '../fields.ts'
import { useSubmit } from '../use-submit.ts'
import { useTranslate } from './messages.ts'

type Change = Pick<NewAdminPriceChange, 'billing_period' | 'price' | 'starts_on'>

function Effect({ effect, change }: { effect: PriceChangeEffect; change: Change }) {
  const t = useTranslate()
  const dateOf = useDateFormat()
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

export type PriceChangeProps = { plan: AdminPlan; onDone: (message: string) => void }

function usePriceFields(currency: string): readonly EntityField<Change>[] {
  const t = useTranslate()
  return [
    {
      path: 'billing_period',
      kind: 'choice',
      label: t('price.period'),
      options: billingPeriods.map((value) => ({ value, name: t(`price.periods.${value}`) })),
    },
    { path: 'price', kind: 'number', label: t('price.price', { currency }), input: { step: 'any' }, isHalf: true },
    { path: 'starts_on', kind: 'date', label: t('price.starts_on'), isHalf: true },
  ]
}

/** Returns the present effect of the price change from the body of a 409. */
const currentEffect = (error: unknown) =>
  error instanceof ApiProblem && error.status === 409
    ? (error.body as { current?: PriceChangeEffect }).current
    : undefined

/** Requests that show the effect of a change, and schedule it. A 409 shows the present effect. */
function usePriceChange(plan: AdminPlan, change: Change) {
  const client = useQueryClient()
  const [effect, setEffect] = useState<PriceChangeEffect | null>(null)
  const post = (more: Pick<NewAdminPriceChange, 'dry_run' | 'subscribers' | 'replaces'>) =>
    send(client, 'POST', adminMoneyPaths.api.priceChanges(plan.id), {
      body: { ...change, ...more },
      schema: import.meta.env.DEV && PriceChangeEffect,
    })
  const schedule = ({ subscribers, replaces }: PriceChangeEffect) =>
    post({ dry_run: false, subscribers, replaces: replaces?.id ?? null }).catch((error: unknown) => {
      const current = currentEffect(error)
      if (current) setEffect(current)
      throw error
    })
  return { effect, setEffect, check: () => post({ dry_run: true }), schedule }
}

const blank = { price: Number.NaN, starts_on: '' }

/** Form of a price change. It shows the affected subscribers first. */
export function NewPriceChange({ plan, onDone }: PriceChangeProps) {
  const t = useTranslate()
  const { isBusy, problem, fields, run, clear } = useSubmit()
  const [change, setChange] = useState<Change>({ billing_period: 'month', ...blank })
  const { effect, setEffect, check, schedule } = usePriceChange(plan, change)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(check, setEffect)
  }
  const close = () => {
    setEffect(null)
    clear()
  }
  const onScheduled = () => {
    close()
    setChange({ ...change, ...blank })
    onDone(t('price.scheduled'))
  }
  return (
    <>
      <form className="mt-4 grid max-w-3xl gap-4" onSubmit={onSubmit} noValidate>
        <EntityFields
          fields={usePriceFields(plan.currency)}
          draft={change}
          set={(changes) => setChange({ ...change, ...changes })}
          errorOf={(path) => fields[path]?.[0]}
        />
        <div>
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
          onConfirm={() => void run(() => schedule(effect), onScheduled)}
          onClose={close}
          {...{ isBusy, problem }}
        >
          <Effect effect={effect} change={change} />
        </ConfirmDialog>
      )}
    </>
  )
}
