import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { featuresOf } from '#shared/subscription.ts'
import type { Plan } from '#shared/subscription.ts'
import { useCurrencyFormat } from '../app/money.ts'
import { PriceLine } from '../ui/price-line.tsx'
import { useTranslate } from './messages.ts'

const isFree = ({ monthly }: Plan) => monthly?.price === 0
/** The section compares what is free with what can be bought: plans by arrangement have no place in it. */
const isCompared = (plan: Plan) => isFree(plan) || plan.purchasable

function Price({ plan }: { plan: Plan }) {
  const money = useCurrencyFormat()
  const t = useTranslate()
  if (!plan.monthly) return <span />
  return <PriceLine amount={money(plan.monthly.price, plan.currency)} period={t('pricing.per_month')} />
}

/** What can be done with a plan: first with the button, then in a line of its own below, so that the buttons stand level. */
function Actions({ plan }: { plan: Plan }) {
  const t = useTranslate()
  const line = 'flex min-h-11 items-center justify-center text-center'
  return isFree(plan) ? (
    <>
      <Link to={paths.register} className="button button-quiet">
        {t('pricing.free_action')}
      </Link>
      <p className={`${line} text-sm text-muted`}>{t('hero.note')}</p>
    </>
  ) : (
    <>
      <Link to={paths.subscription} className="button">
        {t('pricing.premium_action')}
      </Link>
      <Link to={paths.register} className={`${line} text-brand underline`}>
        {t('pricing.premium_account')}
      </Link>
    </>
  )
}

/** Side by side, the cards share their rows: the prices stand level, and the buttons at the foot. */
function PlanCard({ plan }: { plan: Plan }) {
  const t = useTranslate()
  const rows = 'flex flex-col md:row-span-5 md:grid md:grid-rows-subgrid md:gap-y-0'
  return (
    <li className={`card p-6 sm:p-8 ${rows} ${isFree(plan) ? '' : 'border-brand ring-1 ring-brand'}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-2xl font-bold">{plan.name}</h3>
        {!isFree(plan) && <span className="chip font-semibold">{t('pricing.recommended')}</span>}
      </div>
      <p className="mt-1 mb-6 text-muted">{plan.sub_title}</p>
      <Price plan={plan} />
      <ul className="mt-6 mb-8 space-y-3">
        {featuresOf(plan).map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-1">
        <Actions plan={plan} />
      </div>
    </li>
  )
}

export function Pricing({ plans }: { plans: Plan[] }) {
  const t = useTranslate()
  return (
    <section id="pricing" className="frame py-16 md:py-24">
      <h2 className="text-center text-3xl font-bold sm:text-4xl">{t('pricing.title')}</h2>
      <p className="mx-auto mt-4 max-w-prose text-center text-lg text-muted">{t('pricing.text')}</p>
      <ul className="mx-auto mt-10 grid max-w-4xl gap-6 md:grid-cols-2">
        {plans.filter(isCompared).map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </ul>
      <p className="mx-auto mt-6 max-w-prose text-center text-sm text-balance text-muted">{t('pricing.note')}</p>
    </section>
  )
}
