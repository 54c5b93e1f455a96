import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { AdminPriceChange } from '#shared/admin/plans.ts'
import type { AdminPlan } from '#shared/admin/plans.ts'
import { apiQuery, send } from '../../app/api.ts'
import { useDateFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { ConfirmButton } from '../confirm-button.tsx'
import { DetailsSection } from '../details.tsx'
import { useTranslate } from './messages.ts'
import { NewPriceChange } from './new-price-change.tsx'
import type { PriceChangeProps } from './new-price-change.tsx'

const priceChangesQuery = (id: number) =>
  apiQuery(adminMoneyPaths.api.priceChanges(id), import.meta.env.DEV && z.array(AdminPriceChange))

function ChangeFacts({ change }: { change: AdminPriceChange }) {
  const t = useTranslate()
  const dateOf = useDateFormat()
  const money = useCurrencyFormat()
  const { billing_period, price, currency, starts_at, state, is_present_price, first_at, last_at } = change
  const isBack = is_present_price && state === 'scheduled'
  const first = first_at && dateOf(first_at)
  const last = last_at && dateOf(last_at)
  return (
    <>
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
        {state !== 'replaced' && !isBack && first && last && (
          <>{first === last ? t('price.told_from', { date: first }) : t('price.told_between', { first, last })}</>
        )}
      </p>
    </>
  )
}

function CancelButton({ plan, change, onDone }: PriceChangeProps & { change: AdminPriceChange }) {
  const t = useTranslate()
  const client = useQueryClient()
  return (
    <div className="mt-2">
      <ConfirmButton
        label={t('price.cancel')}
        title={t('price.ask_cancel')}
        action={t('price.cancel_confirm')}
        send={() => send(client, 'DELETE', adminMoneyPaths.api.priceChange(plan.id, change.id))}
        onDone={() => onDone(t('price.canceled'))}
      >
        <p>{t('price.cancel_note', { count: change.told })}</p>
      </ConfirmButton>
    </div>
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
    <DetailsSection title={t('price.title')} level="h3" className="mt-10">
      <p className="mt-2 text-muted">{t('price.note')}</p>
      {plan.purchasable && <NewPriceChange plan={plan} onDone={onDone} />}
      {data?.length === 0 && <p className="mt-4 text-muted">{t('price.none')}</p>}
      <ol className="mt-4">
        {data?.map((change) => (
          <li key={change.id} className="border-t border-line py-3">
            <ChangeFacts change={change} />
            {change.state === 'scheduled' && !change.is_present_price && <CancelButton {...{ plan, change, onDone }} />}
          </li>
        ))}
      </ol>
    </DetailsSection>
  )
}
