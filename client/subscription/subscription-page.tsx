import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LockKeyhole } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import type { Site } from '#shared/site/schema.ts'
import type { BillingPeriod, Plan } from '#shared/subscription/schema.ts'
import {
  billingPeriods,
  planFeaturesOf,
  isFreePlan,
  SubscriptionQuery,
  wholeLibraryPlan,
} from '#shared/subscription/schema.ts'
import { Link } from '../app/link.tsx'
import { IslandLoadError } from '../app/load-error.tsx'
import { faqJsonLd, faqQuery } from '../app/faq.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { Head } from '../app/head.tsx'
import { island } from '../app/island.tsx'
import { usePageQuery } from '../app/page-query.ts'
import { plansQuery } from '../app/plans.queries.ts'
import { purchaseTargetQuery } from '../app/purchase-target.ts'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { testimonialsQuery } from '../app/testimonials.queries.ts'
import { Accordion } from '../ui/accordion.tsx'
import { Progress } from '../ui/progress.tsx'
import { Testimonials } from '../ui/testimonials.tsx'
import { useFocusAfterDialog } from '../ui/use-focus-after-dialog.ts'
import { useStorePurchaseTarget, usePurchaseTarget, PurchaseTargetNote } from './purchase-target.tsx'
import { CheckoutResult } from './checkout-result.tsx'
import { useTranslate } from './messages.ts'
import { PlanCard } from './plan-card.tsx'
import { useCheckoutReturn } from './use-checkout-return.ts'
import { useUnpaidInvoice } from './use-purchase.ts'

const questionsQuery = faqQuery('subscription')

const InvoiceDialog = island(async () => (await import('./invoice-dialog.tsx')).InvoiceDialog, {
  pending: <Progress />,
  Failed: IslandLoadError,
})

/** Loads the page. If the plans cannot be loaded, it shows a note instead of an error. */
export const load: Loader = ({ search, query }) => {
  const { for: target } = readQuery(SubscriptionQuery, search)
  return Promise.allSettled([
    query(plansQuery),
    query(questionsQuery),
    query(testimonialsQuery),
    target && query(purchaseTargetQuery(target)),
  ])
}

function useDescription(plans: readonly Plan[]): string {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const sentences = plans.flatMap((plan) => {
    const [feature] = planFeaturesOf(plan)
    if (!feature || !plan.monthly) return []
    const { price } = plan.monthly
    const facts = { plan: plan.name, feature }
    return [price > 0 ? t('described', { ...facts, price: money(price, plan.currency) }) : t('described_free', facts)]
  })
  return [...sentences, t('description')].join(' ')
}

/** Structured data of the product. Null without an offer, since search engines reject that. */
function productOf({ name, url }: Site, description: string, plans: Plan[]) {
  const common = { availability: 'https://schema.org/InStock', url: url + paths.subscription }
  const offers = plans.flatMap(({ name: plan, currency, monthly, yearly }) =>
    [monthly, yearly].flatMap((price) =>
      price ? [{ '@type': 'Offer', name: plan, price: price.price, priceCurrency: currency, ...common }] : [],
    ),
  )
  if (offers.length === 0) return []
  const image = `${url}/icon-512.png`
  return [{ '@context': 'https://schema.org', '@type': 'Product', name, description, image, offers }]
}

function Plans({ plans, isError, period }: { plans: Plan[] | undefined; isError: boolean; period: BillingPeriod }) {
  const t = useTranslate()
  if (plans?.length === 0) return <p className="mt-8 max-w-prose text-lg">{t('no_plans')}</p>
  if (isError)
    return (
      <div role="alert" className="mt-8 max-w-prose text-lg">
        <p>{t('load_error')}</p>
        <p className="mt-1 text-muted">{t('load_again')}</p>
      </div>
    )
  return (
    <ul className="plans">
      {plans?.map((plan) => (
        <PlanCard key={plan.id} plan={plan} period={period} />
      ))}
    </ul>
  )
}

/** Notes about refunds, taxes and codes, and the links that the law demands. */
function Terms({ plans }: { plans: readonly Plan[] }) {
  const t = useTranslate()
  const { adds_tax, takes_codes } = useSite()
  const sold = plans.filter(({ purchasable }) => purchasable)
  const holdsTax = sold.length > 0 && sold.every(({ tax_behavior }) => tax_behavior === 'inclusive')
  const note = 'max-w-prose text-sm text-pretty text-muted'
  return (
    <>
      <p className={`mt-6 ${note}`}>{t('guarantee')}</p>
      {adds_tax && <p className={`mt-2 ${note}`}>{t(holdsTax ? 'holds_tax' : 'adds_tax')}</p>}
      {takes_codes && <p className={`mt-2 ${note}`}>{t('takes_codes')}</p>}
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
        <Link to={paths.cancel} className="py-1 text-brand underline">
          {t('cancel_link')}
        </Link>
        <Link to={`${paths.cancel}?kind=withdraw`} className="py-1 text-brand underline">
          {t('withdraw_link')}
        </Link>
      </p>
    </>
  )
}

function Questions() {
  const t = useTranslate()
  const { data: questions = [] } = useQuery(questionsQuery)
  return (
    questions.length > 0 && (
      <section className="frame page-section questions">
        <h2 className="text-2xl font-bold">{t('questions_title')}</h2>
        <Accordion items={questions} />
      </section>
    )
  )
}

function PlansHead({ plans }: { plans: Plan[] }) {
  const t = useTranslate()
  const site = useSite()
  const description = useDescription(plans)
  const { data: questions = [] } = useQuery(questionsQuery)
  const jsonLd = [...faqJsonLd(questions), ...productOf(site, description, plans)]
  return <Head title={t('title')} description={description} jsonLd={jsonLd} />
}

export function SubscriptionPage() {
  const site = useSite()
  const t = useTranslate()
  const { data: plans, isError } = useQuery(plansQuery)
  const { data: testimonials = [] } = useQuery(testimonialsQuery)
  const [period, setPeriod] = useState<BillingPeriod>(usePageQuery(SubscriptionQuery).period ?? 'month')
  const whole = wholeLibraryPlan(plans ?? [])
  const intro = [plans?.some(isFreePlan) && t('intro_free'), whole && t('intro_whole', { plan: whole.name })]
  const { target, isLoading } = usePurchaseTarget(plans)
  const { returned, isReturn, close } = useCheckoutReturn()
  const { target: heading, focusAfterDialog } = useFocusAfterDialog<HTMLHeadingElement>()
  const closeResult = () => {
    close()
    focusAfterDialog()
  }
  const { invoice, dismiss } = useUnpaidInvoice()
  useStorePurchaseTarget(isReturn)
  return (
    <main className="pt-8 md:pt-12">
      <PlansHead plans={plans ?? []} />
      <div className="frame">
        <header>
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold">
            {t('heading')}
          </h1>
          <p className="mt-3 max-w-prose text-lg text-pretty text-muted">{intro.filter(Boolean).join(' ')}</p>
        </header>
        {!returned && (target || isLoading) && <PurchaseTargetNote target={target} />}
        {site.payments === 'off' && (
          <p role="note" className="mt-6 w-fit max-w-prose rounded-(--radius-control) bg-warning p-3">
            {t('payments_off')}
          </p>
        )}
        <BillingSwitch period={period} onChange={setPeriod} />
        <Plans plans={plans} isError={isError} period={period} />
        <Terms plans={plans ?? []} />
        <PaymentBadges />
      </div>
      <Testimonials
        title={t('testimonials.title')}
        samples={t('testimonials.samples')}
        sample={t('testimonials.sample')}
        items={testimonials}
      />
      <Questions />
      {invoice && <InvoiceDialog invoice={invoice} onClose={dismiss} />}
      {returned && <CheckoutResult returned={returned} plans={plans ?? []} target={target} onClose={closeResult} />}
    </main>
  )
}

type BillingSwitchProps = { period: BillingPeriod; onChange: (period: BillingPeriod) => void }

function BillingSwitch({ period, onChange }: BillingSwitchProps) {
  const t = useTranslate()
  return (
    <fieldset className="periods needs-script">
      <legend className="sr-only">{t('billing.label')}</legend>
      {billingPeriods.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="billing_period"
            value={one}
            checked={period === one}
            onChange={() => onChange(one)}
            className="sr-only"
          />
          {t(`billing.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Payment methods, as names: logos are trademarks. */
const methods = ['Visa', 'Mastercard', 'American Express', 'Apple Pay', 'Google Pay', 'Link']

function PaymentBadges() {
  const t = useTranslate()
  return (
    <section aria-label={t('payment.title')} className="mt-6">
      <p className="text-sm text-muted">
        <LockKeyhole className="me-2 inline size-4" aria-hidden="true" />
        {t('payment.note')}
      </p>
      <ul className="chips">
        {methods.map((method) => (
          <li key={method} className="chip">
            {method}
          </li>
        ))}
      </ul>
    </section>
  )
}
