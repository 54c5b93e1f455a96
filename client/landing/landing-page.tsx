import { useQuery } from '@tanstack/react-query'
import { faqQuery } from '../app/faq.queries.ts'
import { Head } from '../app/head.tsx'
import { plansQuery } from '../app/plans.queries.ts'
import type { Loader } from '../app/routes.tsx'
import { useSite } from '../app/site.ts'
import { testimonialsQuery } from '../app/testimonials.queries.ts'
import { Testimonials } from '../ui/testimonials.tsx'
import { Benefits } from './benefits.tsx'
import { Calls } from './calls.tsx'
import { Hero } from './hero.tsx'
import { landingFacts } from './landing-facts.ts'
import { useTranslate } from './messages.ts'
import { useMotion } from './motion.tsx'
import { Pricing } from './pricing.tsx'
import { Problem } from './problem.tsx'
import { Questions } from './questions.tsx'
import { Solution } from './solution.tsx'

const questionsQuery = faqQuery('landing')

/** What cannot be read is left out: prices, questions, testimonials. */
export const load: Loader = ({ query }) =>
  Promise.allSettled([query(plansQuery), query(questionsQuery), query(testimonialsQuery)])

export function LandingPage() {
  const site = useSite()
  const motion = useMotion()
  const t = useTranslate()
  const { data: plans = [] } = useQuery(plansQuery)
  const { data: questions = [] } = useQuery(questionsQuery)
  const { data: testimonials = [] } = useQuery(testimonialsQuery)
  return (
    <main>
      <Head
        title={t('title')}
        description={t('description')}
        jsonLd={landingFacts(site, t('description'), questions)}
      />
      <Hero motion={motion} />
      <Problem />
      <Solution />
      <Calls motion={motion} />
      <Benefits />
      {plans.length > 0 && <Pricing plans={plans} />}
      {questions.length > 0 && <Questions items={questions} />}
      <Testimonials title={t('testimonials.title')} sample={t('testimonials.sample')} items={testimonials} />
    </main>
  )
}
