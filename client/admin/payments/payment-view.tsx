import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { AdminPayment } from '#shared/admin/payments.ts'
import { FormProblem } from '../../app/form.tsx'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { usePaymentLink } from '../../app/payment-link.ts'
import { useToast } from '../../ui/toast.tsx'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { DetailsPage, DetailsSection, Fact } from '../details.tsx'
import { AuditHistory } from '../history.tsx'
import { EventTable } from './event-table.tsx'
import { LedgerList, PersonLink, StripeLink } from './payment-parts.tsx'
import { useTranslate } from './messages.ts'
import { paymentQuery, summaryQuery } from './payments.queries.ts'
import { PaymentMarks } from './payment-marks.tsx'
import { RefundPanel, RefundResolution } from './refund-panel.tsx'

function Facts({ payment }: { payment: AdminPayment }) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  const money = useCurrencyFormat()
  const { person, plan, amount, amount_refunded, amount_paid_back, currency, status, paid_at, created_at } = payment
  return (
    <dl className="card mt-6 grid gap-4 p-6 md:grid-cols-2">
      <Fact name={t('payments.person')}>{person ? <PersonLink person={person} /> : t('payments.removed')}</Fact>
      <Fact name={t('payments.plan')}>
        {plan?.name} {payment.billing_period && t(`payments.period.${payment.billing_period}`)}
      </Fact>
      <Fact name={t('payments.amount')}>
        {money(amount, currency)}
        {amount_refunded > 0 && `, ${t('payments.refunded', { amount: money(amount_refunded, currency) })}`}
        {amount_paid_back > 0 && `, ${t('payments.paid_back', { amount: money(amount_paid_back, currency) })}`}
      </Fact>
      <Fact name={t('payments.status')}>
        {t(`payments.statuses.${status}`)}
        <PaymentMarks payment={payment} />
      </Fact>
      <Fact name={t(paid_at ? 'payments.paid_at' : 'payments.created_at')}>{moment(paid_at ?? created_at)}</Fact>
      <Fact name={t('payments.ids')}>
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
          <StripeLink key={name} href={url}>
            {t(`payments.at_stripe.${name}`)}
          </StripeLink>
        ))}
      </p>
      <FormProblem text={problem} />
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
  const query = useQuery(paymentQuery(id))
  const { target: heading, focusAfterDialog } = useFocusAfterDialog<HTMLHeadingElement>()
  const done = (message: string) => {
    show(message)
    focusAfterDialog()
    for (const queryKey of [paymentQuery(id).queryKey, summaryQuery.queryKey, ['admin-payments'], ['audit']])
      void client.invalidateQueries({ queryKey })
  }
  const back = { to: adminMoneyPaths.payments(), label: t('payments.back') }
  return (
    <>
      <DetailsPage back={back} title={id} query={query} failed={t('payments.missing')}>
        {(payment) => (
          <div className="grid grid-cols-1 gap-6">
            <div>
              <Facts payment={payment} />
              <Links payment={payment} />
            </div>
            <RefundPanel
              id={id}
              due={payment.amount_refund_due}
              heading={heading}
              onRefunded={() => done(t('refund.sent'))}
            />
            {(payment.amount_refund_due > 0 || payment.refund_refusal !== null) && (
              <RefundResolution id={id} onResolved={() => done(t('refund.resolved'))} />
            )}
            <LedgerList title={t('payments.ledger')} empty={t('payments.no_ledger')} ledger={payment.ledger} />
            <DetailsSection title={t('events.related')} level="h3" className="">
              {payment.events.length === 0 && <p className="mt-2 text-muted">{t('events.no_related')}</p>}
              {payment.events.length > 0 && <EventTable events={payment.events} label={t('events.related')} />}
            </DetailsSection>
            <AuditHistory kind="payment" target={id} labelOf={labelOf} />
          </div>
        )}
      </DetailsPage>
      {notice}
    </>
  )
}
