import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { mailtoOf, paths } from '#shared/paths.ts'
import { discountOf, planFeaturesOf, planOfferOf, priceOf, availablePeriod } from '#shared/subscription/schema.ts'
import type { BillingPeriod, Plan } from '#shared/subscription/schema.ts'
import { Link } from '../app/link.tsx'
import { useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { IslandLoadError } from '../app/load-error.tsx'
import { island } from '../app/island.tsx'
import { useCurrencyFormat, usePercentFormat } from '../app/format/money.ts'
import { storePendingAction } from '../app/session/pending-action.ts'
import { storeRedirect } from '../app/session/redirect.ts'
import { useSite } from '../app/site.ts'
import { TaxNote, PriceLine, YearlyNote } from '../app/format/price.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { FeatureList } from '../ui/feature-list.tsx'
import { Progress } from '../ui/progress.tsx'
import { useTranslate } from './messages.ts'
import { usePlansPath } from './purchase-target.tsx'
import { usePurchase, useSubscription } from './use-purchase.ts'

const SwitchDialog = island(async () => (await import('./switch-dialog.tsx')).SwitchDialog, {
  pending: <Progress />,
  Failed: IslandLoadError,
})

type PartProps = { plan: Plan; period: BillingPeriod }

function PlanPrice({ plan, period }: PartProps) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const effectivePeriod = availablePeriod(plan, period)
  const price = effectivePeriod && priceOf(plan, effectivePeriod)
  if (!price) return <PriceLine amount={t('plan.on_request')} />
  if (price.price === 0)
    return (
      <div>
        <PriceLine amount={money(0, plan.currency, 0)} />
        <p className="text-sm text-muted">{t('plan.personal')}</p>
      </div>
    )
  const old =
    price.old_price === null ? null : { amount: money(price.old_price, plan.currency), label: t('plan.before') }
  return (
    <div>
      <PriceLine amount={money(price.price, plan.currency)} period={t(`plan.${effectivePeriod}`)} old={old} />
      {effectivePeriod === 'month' && <YearlyNote plan={plan} />}
      <TaxNote plan={plan} />
    </div>
  )
}

function BuyButton({ plan, period }: PartProps) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const promptLogin = useLoginPrompt()
  const plansPath = usePlansPath()
  const subscription = useSubscription()
  const { purchase, isBusy } = usePurchase()
  const [isSwitching, setSwitching] = useState(false)
  const checkout = { plan_id: plan.id, billing_period: period, price: priceOf(plan, period)?.price }
  const isSwitch = subscription?.plan_name != null
  const currentPeriod = subscription?.plan_id === plan.id ? subscription.billing_period : null
  const buy = () => {
    if (!is_signed_in) promptLogin(t('log_in'), plansPath(period))
    else if (isSwitch) setSwitching(true)
    else void purchase(checkout)
  }
  return (
    <>
      {currentPeriod && <p className="mb-3 text-center font-semibold text-muted">{t(`plan.own_${currentPeriod}`)}</p>}
      <button type="button" className="button needs-script w-full" aria-busy={isBusy} onClick={buy}>
        {isSwitch ? t('switch.open') : t('plan.subscribe')}
      </button>
      {isSwitching && <SwitchDialog plan={plan.name} checkout={checkout} onClose={() => setSwitching(false)} />}
    </>
  )
}

function PersonalAction() {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const { is_signed_in } = useViewer()
  const subscription = useSubscription()
  // Page to return to after the log-in. If the address names an item, it is this page.
  const back = search === '' ? paths.startHere : pathname + search
  const storeReturnPath = async () => {
    storeRedirect(back)
    storePendingAction({ kind: 'view' }, back)
  }
  return (
    <div className="flex min-h-11 items-center justify-center text-center font-semibold text-muted">
      {!is_signed_in && (
        <Link
          to={paths.register}
          className="log-in button button-quiet w-full"
          onClick={() => void storeReturnPath().catch(() => {})}
        >
          {t('plan.create_account')}
        </Link>
      )}
      {subscription === null && is_signed_in && <p>{t('plan.current')}</p>}
    </div>
  )
}

function PlanAction({ plan, period }: PartProps) {
  const t = useTranslate()
  const site = useSite()
  const subscription = useSubscription()
  const isCurrent = subscription?.plan_id === plan.id && subscription.billing_period === period
  const offer = planOfferOf(plan, period, isCurrent ? plan.id : null)
  if (offer === 'buy') return <BuyButton plan={plan} period={period} />
  if (offer === 'personal') return <PersonalAction />
  if (offer === 'contact')
    return (
      <a href={mailtoOf(site.company.email)} className="button button-quiet w-full">
        {t('plan.contact')}
      </a>
    )
  if (offer === 'yours')
    return (
      <p className="text-center">
        <span className="block font-semibold text-muted">{t('plan.yours')}</span>
        <Link to={`${paths.profile}?tab=subscription`} className="inline-block py-1 text-brand underline">
          {t('plan.manage')}
        </Link>
      </p>
    )
  return (
    <p className="flex min-h-11 items-center justify-center text-center font-semibold text-muted">
      {offer === 'other' ? plan.unavailable_text || t('plan.unavailable') : t(`plan.${offer}`)}
    </p>
  )
}

function PlanName({ plan, period }: PartProps) {
  const percent = usePercentFormat()
  const discount = discountOf(plan, period)
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-2xl font-bold">{plan.name}</h2>
        {discount !== null && <span className="font-semibold text-good">−{percent(discount)}</span>}
      </div>
      <p className="mt-1 text-sm text-muted">{plan.sub_title}</p>
    </div>
  )
}

/** Custom text of a feature. The word "pipelines" is a link, in both languages. */
function Feature({ text }: { text: string }) {
  const [before, word, ...after] = text.split(/(\bpipelines?\b)/i)
  if (word === undefined) return text
  return (
    <span>
      {before}
      <Link to={paths.pipelines}>{word}</Link>
      {after.join('')}
    </span>
  )
}

/** Plan beside others. They share rows (subgrid). On a phone, plans that can be bought come first. */
export function PlanCard({ plan, period }: PartProps) {
  return (
    <li className={plan.purchasable ? 'plan plan-first' : 'plan'}>
      <PlanName plan={plan} period={period} />
      <PlanPrice plan={plan} period={period} />
      <FeatureList features={planFeaturesOf(plan)} render={(feature) => <Feature text={feature} />} />
      <div>
        <PlanAction plan={plan} period={period} />
      </div>
    </li>
  )
}
