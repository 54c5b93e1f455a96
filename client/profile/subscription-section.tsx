import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { NextPaymentResponse, SubscriptionStatus } from '#shared/subscription/schema.ts'
import { Link } from '../app/link.tsx'
import { apiQuery, send } from '../app/api.ts'
import { useDateFormat } from '../app/format/dates.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { plansQuery } from '../app/plans.queries.ts'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'
import { CardUpdate } from './card-update.tsx'
import { useTranslate } from './messages.ts'
import { UnusedCredit, useRefundNotice } from './refunds.tsx'
import { PortalButton, RequestButton } from './request-button.tsx'
import { EmptySection, LoadState } from './section-list.tsx'

type Subscription = NonNullable<SubscriptionStatus['subscription']>
const known = ['active', 'trialing', 'past_due', 'granted', 'refund_failed'] as const

type PlanProps = Pick<SubscriptionStatus, 'credit' | 'card' | 'invoice_problem'> & { subscription: Subscription }

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Explains why an invoice cannot be collected, and until when access lasts. */
function InvoiceProblem({ kind, open_until }: NonNullable<SubscriptionStatus['invoice_problem']>) {
  const t = useTranslate()
  const date = useDateFormat()
  return (
    <div className="mb-4">
      <p role="alert" className="mb-3 text-danger">
        {t(`subscription.invoice_problems.${kind}`)}{' '}
        {open_until && t('subscription.open_until', { date: date(open_until) })}
      </p>
      {kind !== 'invoice_failed' && <PortalButton label={t('subscription.address')} className="button" />}
    </div>
  )
}

const nextPaymentQuery = apiQuery(paymentPaths.nextPayment, import.meta.env.DEV && NextPaymentResponse)

/** When the plan renews and for how much, or when it ends. The amount has a query of its own, since Stripe may fail. */
function Renewal({
  subscription: { plan_name, status, current_period_end, auto_renew },
}: Pick<PlanProps, 'subscription'>) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const date = useDateFormat()
  const enabled = plan_name !== null && auto_renew && status === 'active'
  const { data } = useQuery({ ...nextPaymentQuery, enabled, retry: false })
  const next = enabled ? data?.next_payment : null
  if (!current_period_end) return null
  const text = next
    ? t('subscription.renews_for', { date: date(next.date), amount: money(next.amount, next.currency) })
    : t(auto_renew ? 'subscription.renews' : 'subscription.ends', { date: date(current_period_end) })
  return <p className="mt-2 text-lg">{text}</p>
}

/** Name of the plan, or of the plan that stays open after a failed refund; "granted" without a payment. */
function usePlanName({ plan_name, plan_tier, status }: Subscription) {
  const t = useTranslate()
  const isRefundDue = status === 'refund_failed'
  const { data: plans } = useQuery({ ...plansQuery, enabled: isRefundDue })
  if (plan_name !== null) return plan_name
  return isRefundDue ? (plans?.find(({ tier }) => tier === plan_tier)?.name ?? '–') : t('subscription.granted')
}

/** Name of the plan, its renewal and its other facts. */
function Facts({ subscription, credit, card, invoice_problem }: PlanProps) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const { plan_name, billing_period, status, auto_renew } = subscription
  const knownStatus = known.find((one) => one === status)
  const name = usePlanName(subscription)
  const period = billing_period && t(`subscription.${billing_period}`)
  const cardEnd = card && cardExpiryText(card)
  return (
    <>
      <p className="plan-name">{[name, period].filter(Boolean).join(' · ')}</p>
      {status !== 'past_due' && !invoice_problem?.open_until && <Renewal subscription={subscription} />}
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-8 gap-y-1 text-sm">
        <Fact name={t('subscription.status')}>{knownStatus ? t(`subscription.statuses.${knownStatus}`) : status}</Fact>
        {plan_name && (
          <Fact name={t('subscription.auto_renew')}>{auto_renew ? t('subscription.on') : t('subscription.off')}</Fact>
        )}
        {plan_name && card && (
          <Fact name={t('subscription.card')}>
            {cardEnd ? t('subscription.card_ends', { card: cardLabel(card), date: cardEnd }) : cardLabel(card)}
          </Fact>
        )}
        {credit && plan_name && (
          <Fact name={t('subscription.credit')}>
            {t('subscription.credit_left', { amount: money(credit.amount, credit.currency) })}
          </Fact>
        )}
      </dl>
    </>
  )
}

function UpdateCardButton({ className }: { className?: string }) {
  const t = useTranslate()
  const label = t('subscription.update_card')
  return <PortalButton path={paymentPaths.updateCard} label={label} {...(className && { className })} />
}

type AutoRenewProps = { isOn: boolean; plan: string; end: string | null; credit: string | null | undefined }

/** Switch of the renewal. Switching off asks for confirmation and names the end date. */
function AutoRenewSwitch({ isOn, plan, end, credit }: AutoRenewProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const change = async () => {
    const schema = import.meta.env.DEV && SubscriptionStatus
    const status = await send(client, 'POST', paymentPaths.autoRenew, { body: { enabled: !isOn }, schema })
    client.setQueryData(subscriptionStatusQuery.queryKey, status)
  }
  const confirmation = {
    title: t('subscription.off_title'),
    text: (
      <>
        {end && <p>{t('subscription.off_note', { plan, date: end })}</p>}
        {credit && <p>{t('subscription.off_credit', { amount: credit, plan })}</p>}
      </>
    ),
    cancel: t('subscription.keep'),
    submit: t('subscription.turn_off'),
  }
  return (
    <RequestButton
      label={isOn ? t('subscription.turn_off') : t('subscription.turn_on')}
      request={change}
      confirmation={isOn ? confirmation : undefined}
    />
  )
}

function Plan(props: PlanProps) {
  const { subscription, credit, invoice_problem } = props
  const t = useTranslate()
  const money = useCurrencyFormat()
  const date = useDateFormat()
  const { plan_name, status, current_period_end, auto_renew } = subscription
  const isPastDue = status === 'past_due'
  return (
    <div className="mt-4">
      {isPastDue && (
        <div className="mb-6">
          <p role="alert" className="mb-3 text-danger">
            {t('subscription.past_due')}{' '}
            {current_period_end && t('subscription.open_until', { date: date(current_period_end) })}{' '}
            <Link to={`${paths.profile}?tab=payments`}>{t('subscription.pay')}</Link>
          </p>
          <UpdateCardButton className="button" />
        </div>
      )}
      {invoice_problem && status !== 'past_due' && <InvoiceProblem {...invoice_problem} />}
      <Facts {...props} />
      {plan_name && (
        <div className="mt-6 flex flex-wrap gap-x-5 gap-y-3">
          <Link to={paths.subscription} className="button button-quiet">
            {t('subscription.switch')}
          </Link>
          {!isPastDue && <UpdateCardButton />}
          <PortalButton label={t('subscription.portal')} />
          <AutoRenewSwitch
            isOn={auto_renew}
            plan={plan_name}
            end={current_period_end && date(current_period_end)}
            credit={credit && money(credit.amount, credit.currency)}
          />
        </div>
      )}
    </div>
  )
}

export function SubscriptionSection() {
  const t = useTranslate()
  const query = useQuery(subscriptionStatusQuery)
  const { data } = query
  const { heading, notice, onRefunded } = useRefundNotice()
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {t('subscription.title')}
      </h2>
      <CardUpdate />
      <LoadState query={query} failure={t('subscription.failed')} />
      {data?.subscription && <Plan {...data} subscription={data.subscription} />}
      {data?.credit && !data.subscription?.plan_name && <UnusedCredit credit={data.credit} onDone={onRefunded} />}
      {data && !data.subscription && (
        <EmptySection text={t('subscription.none')} link={t('subscription.link')} to={paths.subscription} />
      )}
      {notice}
    </section>
  )
}

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  link: 'Link',
  paypal: 'PayPal',
  sepa_debit: 'SEPA',
}

type PaymentCard = NonNullable<SubscriptionStatus['card']>

const cardLabel = ({ brand, last4 }: PaymentCard) =>
  [brands[brand] ?? brand, last4 && `•••• ${last4}`].filter(Boolean).join(' ')

const cardExpiryText = ({ exp_month, exp_year }: PaymentCard) =>
  exp_month && exp_year ? `${String(exp_month).padStart(2, '0')}/${exp_year}` : null
