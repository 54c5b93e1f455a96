import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { AdminPriceChange } from '#shared/admin/plans.ts'
import type { AdminPlan } from '#shared/admin/plans.ts'
import { apiQuery, send } from '../../app/api.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useSubmit } from '../use-submit.ts'
import { useTranslate } from './messages.ts'
import { NewPriceChange, useStartDayFormat } from './new-price-change.tsx'
import type { PriceChangeProps } from './new-price-change.tsx'

const priceChangesQuery = (id: number) =>
  apiQuery(adminMoneyPaths.api.priceChanges(id), import.meta.env.DEV && z.array(AdminPriceChange))

function Change({ plan, change, onDone }: PriceChangeProps & { change: AdminPriceChange }) {
  const t = useTranslate()
  const client = useQueryClient()
  const dateOf = useStartDayFormat()
  const money = useCurrencyFormat()
  const { isBusy, problem, run } = useSubmit()
  const [isOpen, setOpen] = useState(false)
  const { id, billing_period, price, currency, starts_at, state, is_present_price, first_at, last_at } = change
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
        {t('price.told', { count: change.told })}{' '}
        {state !== 'replaced' && !isBack && first_at && last_at && (
          <>
            {dateOf(first_at) === dateOf(last_at)
              ? t('price.told_from', { date: dateOf(first_at) })
              : t('price.told_between', { first: dateOf(first_at), last: dateOf(last_at) })}
          </>
        )}
      </p>
      {state === 'scheduled' && !is_present_price && (
        <button type="button" className="button button-quiet mt-2" onClick={() => setOpen(true)}>
          {t('price.cancel')}
        </button>
      )}
      {isOpen && (
        <ConfirmDialog
          title={t('price.ask_cancel')}
          action={t('price.cancel_confirm')}
          isBusy={isBusy}
          problem={problem}
          onClose={() => setOpen(false)}
          onConfirm={() =>
            void run(
              async () => send(client, 'DELETE', adminMoneyPaths.api.priceChange(plan.id, id)),
              () => {
                setOpen(false)
                onDone(t('price.canceled'))
              },
            )
          }
        >
          <p>{t('price.cancel_note', { count: change.told })}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

/** List of scheduled prices, each with the number of affected subscribers. */
export function PriceChanges({ plan, onChanged }: { plan: AdminPlan; onChanged: (message: string) => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const { data } = useQuery(priceChangesQuery(plan.id))
  const onDone = (message: string) => {
    onChanged(message)
    for (const queryKey of [priceChangesQuery(plan.id).queryKey, ['audit']]) void client.invalidateQueries({ queryKey })
  }
  return (
    <section aria-labelledby="price-changes">
      <h3 id="price-changes" className="text-xl font-bold">
        {t('price.title')}
      </h3>
      <p className="mt-2 text-muted">{t('price.note')}</p>
      {plan.purchasable && <NewPriceChange plan={plan} onDone={onDone} />}
      {data?.length === 0 && <p className="mt-4 text-muted">{t('price.none')}</p>}
      <ol className="mt-4">
        {data?.map((change) => (
          <Change key={change.id} plan={plan} change={change} onDone={onDone} />
        ))}
      </ol>
    </section>
  )
}
