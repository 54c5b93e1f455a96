import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { featuresOf } from '#shared/subscription.ts'
import type { Plan } from '#shared/subscription.ts'
import { useCurrencyFormat } from '../app/money.ts'
import { useTranslate } from './messages.ts'

const isFree = ({ monthly }: Plan) => monthly?.price === 0
/** The section compares what is free with what can be bought: plans by arrangement have no place in it. */
const isCompared = (plan: Plan) => isFree(plan) || plan.purchasable

function Price({ plan }: { plan: Plan }) {
  const money = useCurrencyFormat()
  const t = useTranslate()
  if (!plan.monthly) return null
  return (
    <p className="mt-6">
      <span className="font-heading text-5xl font-bold">{money(plan.monthly.price, plan.currency)}</span>{' '}
      <span className="text-muted">{t('pricing.per_month')}</span>
    </p>
  )
}

function Actions({ plan }: { plan: Plan }) {
  const t = useTranslate()
  if (isFree(plan)) {
    return (
      <Link to={paths.register} className="button button-quiet">
        {t('pricing.free_action')}
      </Link>
    )
  }
  return (
    <>
      <Link to={paths.subscription} className="button">
        {t('pricing.premium_action')}
      </Link>
      <Link to={paths.register} className="button button-quiet">
        {t('pricing.premium_account')}
      </Link>
    </>
  )
}

function PlanCard({ plan }: { plan: Plan }) {
  const t = useTranslate()
  return (
    <li className={`card flex flex-col p-6 sm:p-8 ${isFree(plan) ? '' : 'border-2 border-brand'}`}>
      <h3 className="flex flex-wrap items-center justify-between gap-2 text-2xl font-bold">
        {plan.name}
        {!isFree(plan) && <span className="chip font-sans font-semibold">{t('pricing.recommended')}</span>}
      </h3>
      <p className="mt-1 text-muted">{plan.sub_title}</p>
      <Price plan={plan} />
      <ul className="mt-6 mb-8 flex-1 space-y-3">
        {featuresOf(plan).map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-3">
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
