import { useQuery } from '@tanstack/react-query'
import { LandingPage } from '#shared/site/landing.ts'
import type { HeroPrompt } from '#shared/site/landing.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { LandingSection, LandingTexts } from '#shared/site/landing-fields.ts'
import type { FaqItem } from '#shared/site/faq.ts'
import { apiQuery } from '../app/api.ts'
import { faqQuery } from '../app/faq.ts'
import { functionalGroupsQuery } from '../app/functional-groups.queries.ts'
import type { Loader } from '../app/page-module.ts'
import { plansQuery } from '../app/plans.queries.ts'
import { testimonialsQuery } from '../app/testimonials.queries.ts'
import { Accordion } from '../ui/accordion.tsx'
import { Testimonials } from '../ui/testimonials.tsx'
import { Benefits } from './benefits.tsx'
import { CallsToAction } from './calls-to-action.tsx'
import { Hero } from './hero.tsx'
import type { MotionState } from './motion.tsx'
import { Pricing } from './pricing.tsx'
import { Solution } from './solution.tsx'

export const landingQuery = apiQuery(sitePaths.api.landing, import.meta.env.DEV && LandingPage)
export const questionsQuery = faqQuery('landing')
/** Loads the sections. After a failed request, the shipped sections are shown. */
export const loadSections: Loader = ({ query }) =>
  Promise.allSettled([
    query(landingQuery),
    query(plansQuery),
    query(questionsQuery),
    query(testimonialsQuery),
    query(functionalGroupsQuery),
  ])

function useLandingData() {
  const { data: groups = [] } = useQuery(functionalGroupsQuery)
  return {
    plans: useQuery(plansQuery).data ?? [],
    questions: useQuery(questionsQuery).data ?? [],
    testimonials: useQuery(testimonialsQuery).data ?? [],
    models: [...new Set(groups.flatMap((group) => group.models.map(({ name }) => name)))],
  }
}

export type NamedSectionTexts = {
  [Name in LandingSection]: { name: Name; texts: LandingTexts<Name> }
}[LandingSection]
type LandingSectionProps = {
  section: NamedSectionTexts
  prompts: readonly HeroPrompt[]
  note: string
  motion: MotionState
}

export function LandingSection({ section: { name, texts }, prompts, note, motion }: LandingSectionProps) {
  const { plans, questions, testimonials, models } = useLandingData()
  switch (name) {
    case 'hero':
      return <Hero texts={texts} chosen={prompts} motion={motion} />
    case 'problem':
      return <Problem texts={texts} />
    case 'solution':
      return <Solution texts={texts} models={models} />
    case 'calls':
      return <CallsToAction texts={texts} motion={motion} />
    case 'benefits':
      return <Benefits texts={texts} />
    case 'pricing':
      return plans.length > 0 && <Pricing texts={texts} plans={plans} note={note} />
    case 'questions':
      return questions.length > 0 && <Questions texts={texts} items={questions} />
    case 'testimonials':
      return <Testimonials {...texts} items={testimonials} />
  }
}

function Problem({ texts }: { texts: LandingTexts<'problem'> }) {
  return (
    <section className="frame grid gap-10 py-16 md:py-24 lg:grid-cols-[1fr_1.2fr] lg:gap-16">
      <div>
        <h2 className="text-3xl font-bold">{texts.title}</h2>
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{texts.text}</p>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {texts.points.map(({ title, text }, index) => (
          <li key={index} className="py-6">
            <h3 className="text-xl font-bold">{title}</h3>
            <p className="mt-1.5 max-w-prose text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Questions({ texts, items }: { texts: LandingTexts<'questions'>; items: readonly FaqItem[] }) {
  return (
    <section className="border-y border-line bg-surface py-16 md:py-24">
      <div className="frame grid gap-8 lg:grid-cols-[1fr_2fr]">
        <h2 className="text-3xl font-bold">{texts.title}</h2>
        <Accordion items={items} />
      </div>
    </section>
  )
}
