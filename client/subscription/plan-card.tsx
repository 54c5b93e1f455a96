import { Check } from 'lucide-react'
import { discountOf, featuresOf, offerOf, priceOf, shownPeriod } from '#shared/subscription.ts'
import type { BillingPeriod, Plan } from '#shared/subscription.ts'
import { useAlert, useAskToLogIn } from '../layout/asking.tsx'
import { useMoney, usePercent } from '../money.ts'
import { useSite } from '../site.ts'
import { useViewer } from '../viewer.ts'
import type { SubscriptionCopy } from './subscription-copy.en.ts'

type PlanText = SubscriptionCopy['plan']
type PartProps = { plan: Plan; period: BillingPeriod; text: PlanText }

function PlanPrice({ plan, period, text }: PartProps) {
  const money = useMoney()
  const percent = usePercent()
  const shown = shownPeriod(plan, period)
  const price = shown && priceOf(plan, shown)
  if (!price) return <p className="mt-4 text-3xl font-bold">{text.on_request}</p>
  if (price.price === 0) return <p className="mt-4 text-3xl font-bold">{money(0, plan.currency)}</p>
  const discount = discountOf(plan, period)
  const yearly = shown === 'month' ? plan.yearly : null
  return (
    <div className="mt-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-3xl font-bold">{money(price.price, plan.currency)}</span>
        <span className="text-muted">{text[shown]}</span>
        {price.old_price !== null && (
          <s className="text-muted">
            <span className="sr-only">{text.before} </span>
            {money(price.old_price, plan.currency)}
          </s>
        )}
        {discount !== null && <span className="chip font-semibold">−{percent(discount)}</span>}
      </p>
      {yearly && (
        <p className="without-script text-muted">
          {text.or} {money(yearly.price, plan.currency)} {text.year}
        </p>
      )}
    </div>
  )
}

/** What can be done about a plan: buy it, ask for it, or nothing, and why. */
function PlanAction({ plan, period, text }: PartProps) {
  const site = useSite()
  const viewer = useViewer()
  const askToLogIn = useAskToLogIn()
  const alert = useAlert()
  // Who has which plan is known once accounts are here.
  const offer = offerOf(plan, period, null)
  if (offer === 'buy')
    return (
      <button
        type="button"
        className="button needs-script w-full"
        onClick={() => (viewer.is_signed_in ? alert('subscription.soon') : askToLogIn('subscription.log_in'))}
      >
        {text.subscribe}
      </button>
    )
  if (offer === 'contact')
    return (
      <a href={`mailto:${site.company.email}`} className="button button-quiet w-full">
        {text.contact}
      </a>
    )
  return (
    <p className="flex min-h-11 items-center justify-center text-center font-semibold text-muted">
      {offer === 'other' ? plan.unavailable_text || text.unavailable : text[offer]}
    </p>
  )
}

export function PlanCard({ plan, period, text }: PartProps) {
  return (
    <li className={`card flex flex-col p-6 ${plan.purchasable ? 'border-2 border-brand' : ''}`}>
      <h2 className="text-xl font-bold">{plan.name}</h2>
      <p className="mt-1 text-muted">{plan.sub_title}</p>
      <PlanPrice plan={plan} period={period} text={text} />
      <ul className="mt-6 mb-8 flex-1 space-y-2">
        {featuresOf(plan).map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <PlanAction plan={plan} period={period} text={text} />
    </li>
  )
}
