import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { SubscriptionStatus } from '#shared/subscription.ts'
import { useDateFormat } from '../app/dates.ts'
import { useCurrencyFormat } from '../app/money.ts'
import { Spinner } from '../ui/spinner.tsx'
import { AutoRenew } from './auto-renew.tsx'
import { EmptySection } from './empty-section.tsx'
import { useTranslate } from './messages.ts'
import { PortalButton } from './portal-button.tsx'
import { statusQuery } from './subscription.queries.ts'

type Subscription = NonNullable<SubscriptionStatus['subscription']>
const known = ['active', 'trialing', 'past_due', 'granted'] as const

function Facts({ subscription, credit }: { subscription: Subscription; credit: SubscriptionStatus['credit'] }) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const date = useDateFormat()
  const { plan_name, billing_period, status, current_period_end, auto_renew } = subscription
  const said = known.find((one) => one === status)
  const period = billing_period && t(`subscription.${billing_period}`)
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">{t('subscription.plan')}</dt>
      <dd className="font-semibold">{[plan_name ?? t('subscription.granted'), period].filter(Boolean).join(' · ')}</dd>
      <dt className="text-muted">{t('subscription.status')}</dt>
      <dd>{said ? t(`subscription.statuses.${said}`) : status}</dd>
      {current_period_end && status !== 'past_due' && (
        <>
          <dt className="text-muted">{auto_renew ? t('subscription.renews') : t('subscription.ends')}</dt>
          <dd>{date(current_period_end)}</dd>
        </>
      )}
      {plan_name && (
        <>
          <dt className="text-muted">{t('subscription.auto_renew')}</dt>
          <dd>{auto_renew ? t('subscription.on') : t('subscription.off')}</dd>
        </>
      )}
      {credit && (
        <>
          <dt className="text-muted">{t('subscription.credit')}</dt>
          <dd>{t('subscription.credit_left', { amount: money(credit.amount, credit.currency) })}</dd>
        </>
      )}
    </dl>
  )
}

function Plan({ subscription, credit }: { subscription: Subscription; credit: SubscriptionStatus['credit'] }) {
  const t = useTranslate()
  const date = useDateFormat()
  const { plan_name, status, current_period_end, auto_renew } = subscription
  return (
    <div className="card mt-4 p-6">
      {status === 'past_due' && (
        <p role="alert" className="mb-4 text-danger">
          {t('subscription.past_due')}{' '}
          {current_period_end && t('subscription.open_until', { date: date(current_period_end) })}{' '}
          <Link to={`${paths.profile}?tab=payments`}>{t('subscription.pay')}</Link>
        </p>
      )}
      <Facts subscription={subscription} credit={credit} />
      {plan_name && (
        <div className="mt-6 flex flex-wrap gap-3">
          <Link to={paths.subscription} className="button">
            {t('subscription.switch')}
          </Link>
          <PortalButton />
          <AutoRenew isOn={auto_renew} plan={plan_name} end={current_period_end ? date(current_period_end) : ''} />
        </div>
      )}
    </div>
  )
}

export function SubscriptionSection() {
  const t = useTranslate()
  const { data, isError } = useQuery(statusQuery)
  return (
    <section>
      <h2 className="text-xl font-bold">{t('subscription.title')}</h2>
      {isError && !data && (
        <p role="alert" className="mt-4 text-danger">
          {t('subscription.failed')}
        </p>
      )}
      {!isError && !data && <Spinner label={t('loading')} className="mt-4" />}
      {data?.subscription && <Plan subscription={data.subscription} credit={data.credit} />}
      {data && !data.subscription && (
        <EmptySection text={t('subscription.none')} link={t('subscription.link')} to={paths.subscription} />
      )}
    </section>
  )
}
