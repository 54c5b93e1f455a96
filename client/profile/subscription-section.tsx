import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { SubscriptionStatus } from '#shared/subscription/schema.ts'
import { useDateFormat } from '../app/format/dates.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { plansQuery } from '../app/plans.queries.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'
import { useFocusAfterDialog } from '../ui/use-focus-after-dialog.ts'
import { AutoRenewSwitch } from './auto-renew.tsx'
import { CardUpdate } from './card-update.tsx'
import { UnusedCredit } from './unused-credit.tsx'
import { EmptySection } from './section-list.tsx'
import { useTranslate } from './messages.ts'
import { BillingAddressButton, PortalButton, UpdateCardButton } from './portal-button.tsx'
import { nextPaymentQuery } from './subscription.queries.ts'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'

type Subscription = NonNullable<SubscriptionStatus['subscription']>
const known = ['active', 'trialing', 'past_due', 'granted', 'refund_failed'] as const

type PlanProps = Pick<SubscriptionStatus, 'credit' | 'card' | 'invoice_problem'> & { subscription: Subscription }

function CardFact({ card }: { card: PaymentCard }) {
  const t = useTranslate()
  const end = cardExpiryText(card)
  return (
    <>
      <dt className="text-muted">{t('subscription.card')}</dt>
      <dd>{end ? t('subscription.card_ends', { card: cardLabel(card), date: end }) : cardLabel(card)}</dd>
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
      {kind !== 'invoice_failed' && <BillingAddressButton />}
    </div>
  )
}

/** Amount and date of the next payment. It has a query of its own, since Stripe may be unreachable. */
function NextPaymentFact() {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const date = useDateFormat()
  const { data } = useQuery({ ...nextPaymentQuery, retry: false })
  const next = data?.next_payment
  return (
    next && (
      <>
        <dt className="text-muted">{t('subscription.next_payment')}</dt>
        <dd>
          {t('subscription.next_payment_on', { amount: money(next.amount, next.currency), date: date(next.date) })}
        </dd>
      </>
    )
  )
}

/** Name of the plan, or of the plan that stays open after a failed refund; "granted" without a payment. */
function usePlanName({ plan_name, plan_tier, status }: Subscription) {
  const t = useTranslate()
  const isRefundDue = status === 'refund_failed'
  const { data: plans } = useQuery({ ...plansQuery, enabled: isRefundDue })
  if (plan_name !== null) return plan_name
  return isRefundDue ? (plans?.find(({ tier }) => tier === plan_tier)?.name ?? '–') : t('subscription.granted')
}

function Facts({ subscription, credit, card, invoice_problem }: PlanProps) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const date = useDateFormat()
  const { plan_name, billing_period, status, current_period_end, auto_renew } = subscription
  const knownStatus = known.find((one) => one === status)
  const name = usePlanName(subscription)
  const period = billing_period && t(`subscription.${billing_period}`)
  return (
    <dl className="grid gap-x-8 gap-y-3 max-sm:[&>dd]:-mt-2.5 sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">{t('subscription.plan')}</dt>
      <dd className="font-semibold">{[name, period].filter(Boolean).join(' · ')}</dd>
      <dt className="text-muted">{t('subscription.status')}</dt>
      <dd>{knownStatus ? t(`subscription.statuses.${knownStatus}`) : status}</dd>
      {current_period_end && status !== 'past_due' && !invoice_problem?.open_until && (
        <>
          <dt className="text-muted">{auto_renew ? t('subscription.renews') : t('subscription.ends')}</dt>
          <dd>{date(current_period_end)}</dd>
        </>
      )}
      {plan_name && auto_renew && status === 'active' && !invoice_problem?.open_until && <NextPaymentFact />}
      {plan_name && (
        <>
          <dt className="text-muted">{t('subscription.auto_renew')}</dt>
          <dd>{auto_renew ? t('subscription.on') : t('subscription.off')}</dd>
        </>
      )}
      {plan_name && card && <CardFact card={card} />}
      {credit && plan_name && (
        <>
          <dt className="text-muted">{t('subscription.credit')}</dt>
          <dd>{t('subscription.credit_left', { amount: money(credit.amount, credit.currency) })}</dd>
        </>
      )}
    </dl>
  )
}

function Plan({ subscription, credit, card, invoice_problem }: PlanProps) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const date = useDateFormat()
  const { plan_name, status, current_period_end, auto_renew } = subscription
  const isPastDue = status === 'past_due'
  return (
    <div className="card mt-4 p-6">
      {isPastDue && (
        <div className="mb-6">
          <p role="alert" className="mb-3 text-danger">
            {t('subscription.past_due')}{' '}
            {current_period_end && t('subscription.open_until', { date: date(current_period_end) })}{' '}
            <Link to={`${paths.profile}?tab=payments`}>{t('subscription.pay')}</Link>
          </p>
          <UpdateCardButton isFirst />
        </div>
      )}
      {invoice_problem && status !== 'past_due' && <InvoiceProblem {...invoice_problem} />}
      <Facts subscription={subscription} credit={credit} card={card} invoice_problem={invoice_problem} />
      {plan_name && (
        <div className="mt-6 flex flex-wrap gap-3">
          <Link to={paths.subscription} className={`button ${isPastDue ? 'button-quiet' : ''}`}>
            {t('subscription.switch')}
          </Link>
          {!isPastDue && <UpdateCardButton />}
          <PortalButton />
          <AutoRenewSwitch
            isOn={auto_renew}
            plan={plan_name}
            end={current_period_end ? date(current_period_end) : ''}
            credit={credit ? money(credit.amount, credit.currency) : ''}
          />
        </div>
      )}
    </div>
  )
}

export function SubscriptionSection() {
  const t = useTranslate()
  const { data, isError } = useQuery(subscriptionStatusQuery)
  const { notice, show } = useToast()
  const { target: heading, focusAfterDialog } = useFocusAfterDialog<HTMLHeadingElement>()
  const onRefunded = (text: string) => {
    show(text)
    focusAfterDialog()
  }
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {t('subscription.title')}
      </h2>
      <CardUpdate />
      {isError && !data && (
        <p role="alert" className="mt-4 text-danger">
          {t('subscription.failed')}
        </p>
      )}
      {!isError && !data && <Spinner label={t('loading')} className="mt-4" />}
      {data?.subscription && (
        <Plan
          subscription={data.subscription}
          credit={data.credit}
          card={data.card}
          invoice_problem={data.invoice_problem}
        />
      )}
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

export type PaymentCard = NonNullable<SubscriptionStatus['card']>

export const cardLabel = ({ brand, last4 }: PaymentCard) =>
  [brands[brand] ?? brand, last4 && `•••• ${last4}`].filter(Boolean).join(' ')

export const cardExpiryText = ({ exp_month, exp_year }: PaymentCard) =>
  exp_month && exp_year ? `${String(exp_month).padStart(2, '0')}/${exp_year}` : null
