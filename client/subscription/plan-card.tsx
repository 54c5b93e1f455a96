import { Check } from 'lucide-react'
import { discountOf, featuresOf, offerOf, priceOf, shownPeriod } from '#shared/subscription.ts'
import type { BillingPeriod, Plan } from '#shared/subscription.ts'
import { useAlert, useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { useCurrencyFormat, usePercentFormat } from '../app/money.ts'
import { useSite } from '../app/site.ts'
import { useViewer } from '../app/viewer.ts'
import { useTranslate } from './messages.ts'

type PartProps = { plan: Plan; period: BillingPeriod }

function PlanPrice({ plan, period }: PartProps) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const percent = usePercentFormat()
  const effectivePeriod = shownPeriod(plan, period)
  const price = effectivePeriod && priceOf(plan, effectivePeriod)
  if (!price) return <p className="mt-4 text-3xl font-bold">{t('plan.on_request')}</p>
  if (price.price === 0) return <p className="mt-4 text-3xl font-bold">{money(0, plan.currency)}</p>
  const discount = discountOf(plan, period)
  const yearly = effectivePeriod === 'month' ? plan.yearly : null
  return (
    <div className="mt-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-3xl font-bold">{money(price.price, plan.currency)}</span>
        <span className="text-muted">{t(`plan.${effectivePeriod}`)}</span>
        {price.old_price !== null && (
          <s className="text-muted">
            <span className="sr-only">{t('plan.before')} </span>
            {money(price.old_price, plan.currency)}
          </s>
        )}
        {discount !== null && <span className="chip font-semibold">−{percent(discount)}</span>}
      </p>
      {yearly && (
        <p className="without-script text-muted">
          {t('plan.or')} {money(yearly.price, plan.currency)} {t('plan.year')}
        </p>
      )}
    </div>
  )
}

function PlanAction({ plan, period }: PartProps) {
  const t = useTranslate()
  const site = useSite()
  const viewer = useViewer()
  const promptLogin = useLoginPrompt()
  const alert = useAlert()
  // Who has which plan is known once accounts are here.
  const offer = offerOf(plan, period, null)
  if (offer === 'buy')
    return (
      <button
        type="button"
        className="button needs-script w-full"
        onClick={() => (viewer.is_signed_in ? alert(t('soon')) : promptLogin(t('log_in')))}
      >
        {t('plan.subscribe')}
      </button>
    )
  if (offer === 'contact')
    return (
      <a href={`mailto:${site.company.email}`} className="button button-quiet w-full">
        {t('plan.contact')}
      </a>
    )
  return (
    <p className="flex min-h-11 items-center justify-center text-center font-semibold text-muted">
      {offer === 'other' ? plan.unavailable_text || t('plan.unavailable') : t(`plan.${offer}`)}
    </p>
  )
}

export function PlanCard({ plan, period }: PartProps) {
  return (
    <li className={`card flex flex-col p-6 ${plan.purchasable ? 'border-2 border-brand' : ''}`}>
      <h2 className="text-xl font-bold">{plan.name}</h2>
      <p className="mt-1 text-muted">{plan.sub_title}</p>
      <PlanPrice plan={plan} period={period} />
      <ul className="mt-6 mb-8 flex-1 space-y-2">
        {featuresOf(plan).map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <PlanAction plan={plan} period={period} />
    </li>
  )
}
