import { useState } from 'react'
import { Head } from '../head.tsx'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
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
import { Testimonials } from './testimonials.tsx'

export const load: Loader = ({ locale }) => copy.load(locale)

export function Page() {
  const site = useSite()
  const prefersStillness = useStillness()
  const [isStopped, setIsStopped] = useState(false)
  const motion = { isStill: prefersStillness || isStopped, isStopped, toggle: () => setIsStopped(!isStopped) }
  // Last of the hooks: React fails to go on with others after a text that had to be waited for.
  const text = copy.useCopy()
  return (
    <main>
      <Head title={text.title} description={text.description} jsonLd={landingFacts(site, text)} />
      <Hero motion={motion} />
      <Problem />
      <Solution />
      <Calls motion={motion} prefersStillness={prefersStillness} />
      <Benefits />
      <Pricing plans={text.pricing.plans} />
      <Questions />
      <Testimonials />
    </main>
  )
}
