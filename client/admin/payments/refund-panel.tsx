import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefObject } from 'react'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { RefundState } from '#shared/admin/payments.ts'
import { send } from '../../app/api.ts'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { Field } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { DetailsSection } from '../details.tsx'
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

function LoadFailure({ isFetching, refetch }: { isFetching: boolean; refetch: () => unknown }) {
  const t = useTranslate()
  return (
    <>
      <p role="alert" className="mt-2 text-danger">
        {t('refund.failed')}
      </p>
      <button type="button" className="button button-quiet mt-3" disabled={isFetching} onClick={() => void refetch()}>
        {t('refund.retry')}
      </button>
    </>
  )
}

function RefundFacts({ state }: { state: RefundState }) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const { closed, left, amount, currency } = state
  return (
    <>
      <Refunds state={state} />
      <p className="mt-3">
        {closed
          ? t(`refund.closed.${closed}`)
          : t('refund.left', { left: money(left, currency), amount: money(amount, currency) })}
      </p>
    </>
  )
}

/** Refunds of a payment as Stripe reports them, and the form of a new one. */
export function RefundPanel({ id, due, heading, onRefunded }: RefundPanelProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const query = itemWithEtagQuery(adminMoneyPaths.api.refunds(id), import.meta.env.DEV && RefundState)
  const { data, error, refetch, isFetching } = useQuery(query)
  const close = () => {
    setOpen(false)
    void refetch()
  }
  return (
    <DetailsSection title={t('refund.title')} level="h3" heading={heading}>
      {!data && !error && <Spinner label={t('common.loading')} className="mt-2" />}
      {!data && error && <LoadFailure {...{ isFetching, refetch }} />}
      {data && <RefundFacts state={data.item} />}
      {data?.item.closed === null && (
        <button type="button" className="button button-quiet button-danger mt-4" onClick={() => setOpen(true)}>
          {t(due > 0 ? 'refund.again' : 'refund.open')}
        </button>
      )}
      {data && isOpen && (
        <RefundDialog
          edited={data}
          due={due}
          onChanged={(current) => client.setQueryData(query.queryKey, current)}
          onClose={close}
          onDone={() => {
            close()
            onRefunded()
          }}
        />
      )}
    </DetailsSection>
  )
}

/** Records that a failed refund was paid in another way. */
export function RefundResolution({ id, onResolved }: { id: string; onResolved: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  return (
    <div>
      <ConfirmButton
        label={t('refund.resolve')}
        title={t('refund.resolve_title')}
        action={t('refund.resolve_confirm')}
        send={() => send(client, 'POST', adminMoneyPaths.api.refundResolution(id), { body: { reason } })}
        onDone={onResolved}
      >
        {(errorOf) => (
          <>
            <p>{t('refund.resolve_note')}</p>
            <Field
              label={t('refund.reason')}
              value={reason}
              maxLength={500}
              error={errorOf('reason')}
              onChange={({ target }) => setReason(target.value)}
            />
          </>
        )}
      </ConfirmButton>
    </div>
  )
}
