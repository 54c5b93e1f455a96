import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Head } from '../head.tsx'
import { plansQuery } from '../plans.queries.ts'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
import { Testimonials } from '../ui/testimonials.tsx'
import { Benefits } from './benefits.tsx'
import { Calls } from './calls.tsx'
import { Hero } from './hero.tsx'
import { copy } from './landing-copy.ts'
import { landingFacts } from './landing-facts.ts'
import { useStillness } from './motion.tsx'
import { Pricing } from './pricing.tsx'
import { Problem } from './problem.tsx'
import { Questions } from './questions.tsx'
import { Solution } from './solution.tsx'

/** Without plans the page goes without its prices. */
export const load: Loader = ({ locale, query }) => Promise.all([copy.load(locale), query(plansQuery).catch(() => [])])

export function Page() {
  const site = useSite()
  const prefersStillness = useStillness()
  const [isStopped, setIsStopped] = useState(false)
  const motion = { isStill: prefersStillness || isStopped, isStopped, toggle: () => setIsStopped(!isStopped) }
  const text = copy.useCopy()
  const { data: plans = [] } = useQuery(plansQuery)
  return (
    <main>
      <Head title={text.title} description={text.description} jsonLd={landingFacts(site, text)} />
      <Hero motion={motion} />
      <Problem />
      <Solution />
      <Calls motion={motion} prefersStillness={prefersStillness} />
      <Benefits />
      {plans.length > 0 && <Pricing plans={plans} />}
      <Questions />
      <Testimonials title={text.testimonials.title} items={text.testimonials.items} />
    </main>
  )
}
