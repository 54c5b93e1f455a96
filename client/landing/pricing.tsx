import { paths } from '#shared/paths.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import { planFeaturesOf, isFreePlan, wholeLibraryPlan } from '#shared/subscription/schema.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { Link } from '../app/link.tsx'
import { useCurrencyFormat } from '../app/format/money.ts'
import { TaxNote, PriceLine, YearlyNote } from '../app/format/price.tsx'
import { FeatureList } from '../ui/feature-list.tsx'
import { useTranslate } from './messages.ts'
import { SectionHead } from './section-head.tsx'

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
      <YearlyNote plan={plan} />
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

/** Plan beside others. They share rows (subgrid), so that prices and buttons align. */
function PlanColumn({ plan, isWhole, texts, note }: PlanCardProps) {
  return (
    <li className={isFreePlan(plan) ? 'plan' : 'plan plan-first'}>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-lg font-semibold">{plan.name}</h3>
          {isWhole && <span className="text-sm text-muted">{texts.recommended}</span>}
        </div>
        <p className="text-sm text-muted">{plan.sub_title}</p>
      </div>
      <Price plan={plan} />
      <FeatureList features={planFeaturesOf(plan)} />
      <div className="flex flex-col gap-1">
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
    <section id="pricing" className="frame page-section">
      <SectionHead title={texts.title} text={text.join(' ')} />
      <ul className="plans">
        {plans.filter(isCompared).map((plan) => (
          <PlanColumn key={plan.id} isWhole={plan === whole} {...{ plan, texts, note }} />
        ))}
      </ul>
      <p className="mt-4 max-w-prose text-sm text-pretty text-muted">{texts.note}</p>
    </section>
  )
}
