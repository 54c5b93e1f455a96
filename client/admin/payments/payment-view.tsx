import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { AdminPayment } from '#shared/admin/payments.ts'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { usePaymentLink } from '../../app/payment-link.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { AuditHistory } from '../history.tsx'
import { EventTable } from './event-table.tsx'
import { LedgerList } from './ledger-list.tsx'
import { useTranslate } from './messages.ts'
import { paymentQuery, summaryQuery } from './payments.queries.ts'
import { PaymentMarks } from './payment-marks.tsx'
import { RefundPanel } from './refund-panel.tsx'
import { RefundResolution } from './refund-resolution.tsx'

const externalLinkProps = {
  target: '_blank',
  rel: 'noreferrer',
  className: 'inline-block py-1 text-brand underline',
} as const

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Facts({ payment }: { payment: AdminPayment }) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  const money = useCurrencyFormat()
  const { person, plan, amount, amount_refunded, amount_paid_back, currency, status, paid_at, created_at } = payment
  return (
    <dl className="card mt-6 grid gap-4 p-6 md:grid-cols-2">
      <Fact label={t('payments.person')}>
        {person ? (
          <Link to={adminMoneyPaths.member(person.id)} className="inline-block py-1 text-brand underline">
            <bdi>{person.username}</bdi> <bdi>({person.email})</bdi>
          </Link>
        ) : (
          t('payments.removed')
        )}
      </Fact>
      <Fact label={t('payments.plan')}>
        {plan?.name} {payment.billing_period && t(`payments.period.${payment.billing_period}`)}
      </Fact>
      <Fact label={t('payments.amount')}>
        {money(amount, currency)}
        {amount_refunded > 0 && `, ${t('payments.refunded', { amount: money(amount_refunded, currency) })}`}
        {amount_paid_back > 0 && `, ${t('payments.paid_back', { amount: money(amount_paid_back, currency) })}`}
      </Fact>
      <Fact label={t('payments.status')}>
        {t(`payments.statuses.${status}`)}
        <PaymentMarks payment={payment} />
      </Fact>
      <Fact label={t(paid_at ? 'payments.paid_at' : 'payments.created_at')}>{moment(paid_at ?? created_at)}</Fact>
      <Fact label={t('payments.ids')}>
        <code className="text-sm">
          {[payment.id, payment.payment_intent_id, payment.subscription_id, payment.customer_id]
            .filter((id) => id !== null)
            .join(' ')}
        </code>
      </Fact>
    </dl>
  )
}

function Links({ payment: { id, links, dashboard } }: { payment: AdminPayment }) {
  const t = useTranslate()
  const { open, busy, problem } = usePaymentLink(adminMoneyPaths.api.paymentLinks(id), t('payments.link_failed'))
  const pages = (['payment', 'invoice', 'customer'] as const).flatMap((name) => {
    const url = dashboard?.[name]
    return url ? [{ name, url }] : []
  })
  return (
    <>
      <p className="mt-4 flex flex-wrap gap-x-6">
        {links.map((link) => (
          <button
            key={link}
            type="button"
            className="py-1 text-brand underline"
            aria-busy={busy === link}
            onClick={() => void open(link)}
          >
            {t(`payments.links.${link}`)}
          </button>
        ))}
        {pages.map(({ name, url }) => (
          <a key={name} {...externalLinkProps} href={url}>
            {t(`payments.at_stripe.${name}`)}
          </a>
        ))}
      </p>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </>
  )
}

function useLogLabels() {
  const t = useTranslate()
  return (field: string) =>
    field === 'all' || field === 'amount' || field === 'currency' ? t(`payments.log.${field}`) : field
}

export function PaymentView({ id }: { id: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const labelOf = useLogLabels()
  const { notice, show } = useToast()
  const { data: payment, error } = useQuery(paymentQuery(id))
  const { target: heading, focusAfterDialog } = useFocusAfterDialog<HTMLHeadingElement>()
  const reload = () => {
    focusAfterDialog()
    for (const queryKey of [paymentQuery(id).queryKey, summaryQuery.queryKey, ['admin-payments'], ['audit']])
      void client.invalidateQueries({ queryKey })
  }
  const onRefunded = () => {
    show(t('refund.sent'))
    reload()
  }
  const onResolved = () => {
    show(t('refund.resolved'))
    reload()
  }
  return (
    <>
      <Link to={adminMoneyPaths.payments()} className="inline-block py-1 text-brand underline">
        {t('payments.back')}
      </Link>
      <h2 className="mt-4 text-2xl font-bold wrap-anywhere">{id}</h2>
      {!payment && !error && <Spinner label={t('common.loading')} className="mt-6" />}
      {!payment && error && (
        <p role="alert" className="mt-6">
          {t('payments.missing')}
        </p>
      )}
      {payment && (
        <div className="grid grid-cols-1 gap-6">
          <div>
            <Facts payment={payment} />
            <Links payment={payment} />
          </div>
          <RefundPanel id={id} due={payment.amount_refund_due} heading={heading} onRefunded={onRefunded} />
          {(payment.amount_refund_due > 0 || payment.refund_refusal !== null) && (
            <RefundResolution id={id} onResolved={onResolved} />
          )}
          <section aria-labelledby="ledger">
            <h3 id="ledger" className="text-xl font-bold">
              {t('payments.ledger')}
            </h3>
            {payment.ledger.length === 0 && <p className="mt-2 text-muted">{t('payments.no_ledger')}</p>}
            <LedgerList ledger={payment.ledger} />
          </section>
          <section aria-labelledby="events">
            <h3 id="events" className="text-xl font-bold">
              {t('events.related')}
            </h3>
            {payment.events.length === 0 && <p className="mt-2 text-muted">{t('events.no_related')}</p>}
            {payment.events.length > 0 && <EventTable events={payment.events} label={t('events.related')} />}
          </section>
          <AuditHistory kind="payment" target={id} labelOf={labelOf} />
        </div>
      )}
      {notice}
    </>
  )
}
