import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import type { Site } from '#shared/site.ts'
import type { BillingPeriod, Plan } from '#shared/subscription.ts'
import { SubscriptionQuery } from '#shared/wanted-item.ts'
import { faqFacts } from '../app/faq-facts.ts'
import { faqQuery } from '../app/faq.queries.ts'
import { Head } from '../app/head.tsx'
import { plansQuery } from '../app/plans.queries.ts'
import type { Loader } from '../app/routes.tsx'
import { useSite } from '../app/site.ts'
import { testimonialsQuery } from '../app/testimonials.queries.ts'
import { wantedQuery } from '../app/wanted-item.queries.ts'
import { Accordion } from '../ui/accordion.tsx'
import { Testimonials } from '../ui/testimonials.tsx'
import { BillingSwitch } from './billing-switch.tsx'
import { CheckoutResult } from './checkout-result.tsx'
import { useTranslate } from './messages.ts'
import { PaymentBadges } from './payment-badges.tsx'
import { PlanCard } from './plan-card.tsx'
import { useReturned } from './use-checkout-return.ts'
import { useStoreWanted, useWantedItem } from './use-wanted-item.ts'
import { WantedNote } from './wanted-note.tsx'

const questionsQuery = faqQuery('subscription')

/** Without plans the page says so; it is never missing for that. */
export const load: Loader = ({ search, query }) => {
  const { for: wanted } = readQuery(SubscriptionQuery, search)
  return Promise.allSettled([
    query(plansQuery),
    query(questionsQuery),
    query(testimonialsQuery),
    wanted && query(wantedQuery(wanted)),
  ])
}

/** The product as search engines read it: without an offer there is none. */
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

export function SubscriptionPage() {
  const site = useSite()
  const t = useTranslate()
  const { data: plans, isError } = useQuery(plansQuery)
  const { data: questions = [] } = useQuery(questionsQuery)
  const { data: testimonials = [] } = useQuery(testimonialsQuery)
  const [period, setPeriod] = useState<BillingPeriod>('month')
  const { wanted, isLoading } = useWantedItem(plans)
  const { returned, isReturn, close } = useReturned()
  useStoreWanted(isReturn)
  return (
    <main className="pt-12">
      <Head
        title={t('title')}
        description={t('description')}
        jsonLd={[...faqFacts(questions), ...productOf(site, t('description'), plans ?? [])]}
      />
      <div className="frame">
        <header className="mx-auto max-w-2xl text-center">
          <h1 className="text-4xl font-bold">{t('heading')}</h1>
          <p className="mt-3 text-lg text-balance text-muted">{t('intro')}</p>
        </header>
        {!returned && (wanted || isLoading) && <WantedNote wanted={wanted} />}
        {site.payments === 'off' && (
          <p role="note" className="mx-auto mt-6 w-fit max-w-2xl rounded-lg bg-warning p-3 text-center text-balance">
            {t('payments_off')}
          </p>
        )}
        <BillingSwitch period={period} onChange={setPeriod} />
        {isError || plans?.length === 0 ? (
          <p role="alert" className="card mx-auto mt-8 max-w-md text-center">
            {t('load_error')}
          </p>
        ) : (
          <ul className="mx-auto mt-8 grid max-w-xl gap-6 lg:max-w-none lg:grid-cols-3">
            {plans?.map((plan) => (
              <PlanCard key={plan.id} plan={plan} period={period} />
            ))}
          </ul>
        )}
        <p className="mt-6 text-center text-sm text-balance text-muted">{t('guarantee')}</p>
        {site.adds_tax && <p className="mt-2 text-center text-sm text-balance text-muted">{t('adds_tax')}</p>}
        {site.takes_codes && <p className="mt-2 text-center text-sm text-balance text-muted">{t('takes_codes')}</p>}
        <PaymentBadges />
      </div>
      <Testimonials title={t('testimonials.title')} sample={t('testimonials.sample')} items={testimonials} />
      {questions.length > 0 && (
        <section className="frame">
          <h2 className="text-3xl font-bold sm:text-4xl">{t('questions_title')}</h2>
          <div className="mt-6 max-w-3xl">
            <Accordion items={questions} />
          </div>
        </section>
      )}
      {returned && <CheckoutResult returned={returned} wanted={wanted} onClose={close} />}
    </main>
  )
}
