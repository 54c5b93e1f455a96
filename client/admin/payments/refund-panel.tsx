import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefObject } from 'react'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { RefundState } from '#shared/admin/payments.ts'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { itemWithEtagQuery } from '../item-with-etag.ts'
import { useTranslate } from './messages.ts'
import type { messages } from './messages.en.ts'
import { RefundDialog } from './refund-dialog.tsx'

type Status = keyof (typeof messages)['refund']['statuses']

function Refunds({ state }: { state: RefundState }) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  const money = useCurrencyFormat()
  const { orders, currency } = state
  const refunds = state.refunds.map((refund) => ({ ...refund, status: refund.status as Status }))
  if (refunds.length + orders.length === 0) return <p className="mt-2 text-muted">{t('refund.none')}</p>
  return (
    <ul className="mt-3">
      {orders.map(({ id, amount, failure, created_at }) => (
        <li key={id} className={`border-t border-line py-3 ${failure ? 'text-danger' : ''}`}>
          {failure
            ? t('refund.order_refused', { amount: money(amount, currency), failure })
            : t('refund.order_open', { amount: money(amount, currency) })}
          <span className="block text-sm text-muted">{moment(created_at)}</span>
        </li>
      ))}
      {refunds.map(({ id, amount, status, created_at }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3">
          <span>
            {money(amount, currency)}
            <span className="block text-sm text-muted">{moment(created_at)}</span>
          </span>
          <span className={status === 'failed' || status === 'canceled' ? 'font-semibold text-danger' : ''}>
            {t(`refund.statuses.${status}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}

type RefundPanelProps = {
  id: string
  due: number
  heading: RefObject<HTMLHeadingElement | null>
  onRefunded: () => void
}

/** Refunds of a payment as Stripe reports them, and the form of a new one. */
export function RefundPanel({ id, due, heading, onRefunded }: RefundPanelProps) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const query = itemWithEtagQuery(adminMoneyPaths.api.refunds(id), import.meta.env.DEV && RefundState)
  const { data, error, refetch, isFetching } = useQuery(query)
  const state = data?.item
  return (
    <section aria-labelledby="refunds" className="card p-6">
      <h3 ref={heading} id="refunds" tabIndex={-1} className="text-xl font-bold">
        {t('refund.title')}
      </h3>
      {!data && !error && <Spinner label={t('common.loading')} className="mt-2" />}
      {!data && error && (
        <>
          <p role="alert" className="mt-2 text-danger">
            {t('refund.failed')}
          </p>
          <button
            type="button"
            className="button button-quiet mt-3"
            disabled={isFetching}
            onClick={() => void refetch()}
          >
            {t('refund.retry')}
          </button>
        </>
      )}
      {state && <Refunds state={state} />}
      {state && (
        <p className="mt-3">
          {state.closed
            ? t(`refund.closed.${state.closed}`)
            : t('refund.left', {
                left: money(state.left, state.currency),
                amount: money(state.amount, state.currency),
              })}
        </p>
      )}
      {state && state.closed === null && (
        <button type="button" className="button button-quiet button-danger mt-4" onClick={() => setAsking(true)}>
          {due > 0 ? t('refund.again') : t('refund.open')}
        </button>
      )}
      {data && isAsking && (
        <RefundDialog
          edited={data}
          due={due}
          onChanged={(current) => client.setQueryData(query.queryKey, current)}
          onClose={() => {
            setAsking(false)
            void refetch()
          }}
          onDone={() => {
            setAsking(false)
            onRefunded()
            void refetch()
          }}
        />
      )}
    </section>
  )
}
