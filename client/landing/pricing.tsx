import { Check } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import { planFeaturesOf, isFreePlan, wholeLibraryPlan } from '#shared/subscription/schema.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { Link } from '../app/link.tsx'
import { useCurrencyFormat } from '../app/format/money.ts'
import { TaxNote, PriceLine } from '../app/format/price.tsx'
import { useTranslate } from './messages.ts'

/** True for a free plan and for a plan sold online. Others are not compared. */
const isCompared = (plan: Plan) => isFreePlan(plan) || plan.purchasable

type Texts = LandingTexts<'pricing'>
type PlanCardProps = { plan: Plan; isWhole: boolean; texts: Texts; note: string }

const withPlan = (text: string, { name }: Plan) => text.replaceAll('{plan}', () => name)

function Price({ plan }: { plan: Plan }) {
  const money = useCurrencyFormat()
  const t = useTranslate()
  if (!plan.monthly) return <span />
  return (
    <div>
      <PriceLine
        amount={money(plan.monthly.price, plan.currency, isFreePlan(plan) ? 0 : undefined)}
        period={t('per_month')}
      />
      {!isFreePlan(plan) && <TaxNote plan={plan} />}
    </div>
  )
}

/** Button and note of a plan. They are in separate rows, so that the buttons of all cards align. */
function Actions({ plan, texts, note }: Omit<PlanCardProps, 'isWhole'>) {
  const line = 'flex min-h-11 items-center justify-center text-center'
  return isFreePlan(plan) ? (
    <>
      <Link to={paths.register} className="button button-quiet">
        {texts.free_action}
      </Link>
      <p className={`${line} text-sm text-muted`}>{note}</p>
    </>
  ) : (
    <>
      <Link to={paths.subscription} className="button">
        {withPlan(texts.paid_action, plan)}
      </Link>
      <Link to={paths.register} className={`${line} text-brand underline`}>
        {texts.paid_account}
      </Link>
    </>
  )
}

/** Card of a plan. Cards side by side share rows (subgrid), so that prices and buttons align. */
function PlanCard({ plan, isWhole, texts, note }: PlanCardProps) {
  const rows = 'flex flex-col md:row-span-5 md:grid md:grid-rows-subgrid md:gap-y-0'
  return (
    <li
      className={`card p-6 sm:p-8 ${rows} ${isFreePlan(plan) ? '' : 'border-brand ring-1 ring-brand max-md:order-first'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-2xl font-bold">{plan.name}</h3>
        {isWhole && <span className="chip font-semibold">{texts.recommended}</span>}
      </div>
      <p className="mt-1 mb-6 text-muted">{plan.sub_title}</p>
      <Price plan={plan} />
      <ul className="mt-6 mb-8 space-y-3">
        {planFeaturesOf(plan).map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-1">
        <Actions {...{ plan, texts, note }} />
      </div>
    </li>
  )
}

type PricingProps = { texts: Texts; plans: Plan[]; note: string }

export function Pricing({ texts, plans, note }: PricingProps) {
  const free = plans.find(isFreePlan)
  const whole = wholeLibraryPlan(plans)
  const text = [free && withPlan(texts.free, free), whole && withPlan(texts.whole, whole)].filter(Boolean)
  return (
    <section id="pricing" className="frame py-16 md:py-24">
      <h2 className="text-center text-3xl font-bold">{texts.title}</h2>
      <p className="mx-auto mt-4 max-w-prose text-center text-lg text-muted">{text.join(' ')}</p>
      <ul className="mx-auto mt-10 grid max-w-4xl gap-6 md:grid-cols-2">
        {plans.filter(isCompared).map((plan) => (
          <PlanCard key={plan.id} isWhole={plan === whole} {...{ plan, texts, note }} />
        ))}
      </ul>
      <p className="mx-auto mt-6 max-w-prose text-center text-sm text-balance text-muted">{texts.note}</p>
    </section>
  )
}
