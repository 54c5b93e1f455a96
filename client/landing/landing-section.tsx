import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ModelCount } from '#shared/library/start-here.ts'
import { paths } from '#shared/paths.ts'
import { LandingPage } from '#shared/site/landing.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { LandingSection, LandingTexts } from '#shared/site/landing-fields.ts'
import type { FaqItem } from '#shared/site/faq.ts'
import { apiQuery } from '../app/api.ts'
import { faqQuery } from '../app/faq.ts'
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
import { Problem } from './problem.tsx'
import { Solution } from './solution.tsx'

export const landingQuery = apiQuery(sitePaths.api.landing, import.meta.env.DEV && LandingPage)
const modelsQuery = apiQuery(paths.api.models, import.meta.env.DEV && z.array(ModelCount))
export const questionsQuery = faqQuery('landing')
/** Loads the sections. After a failed request, the shipped sections are shown. */
export const loadSections: Loader = ({ query }) =>
  Promise.allSettled([
    query(landingQuery),
    query(plansQuery),
    query(questionsQuery),
    query(testimonialsQuery),
    query(modelsQuery),
  ])

function useLandingData() {
  return {
    page: useQuery(landingQuery).data,
    plans: useQuery(plansQuery).data ?? [],
    questions: useQuery(questionsQuery).data ?? [],
    testimonials: useQuery(testimonialsQuery).data ?? [],
    models: useQuery(modelsQuery).data ?? [],
  }
}

export type NamedSectionTexts = {
  [Name in LandingSection]: { name: Name; texts: LandingTexts<Name> }
}[LandingSection]
type LandingSectionProps = {
  section: NamedSectionTexts
  /** True if the texts are those of the release. */
  isShipped: boolean
  note: string
  motion: MotionState
}

/** Prompt that the shipped texts compare with a hurried one. */
const comparedSlug = 'outline-a-long-read'

export function LandingSection({ section: { name, texts }, isShipped, note, motion }: LandingSectionProps) {
  const { plans, questions, testimonials, models, page } = useLandingData()
  const prompts = page?.prompts ?? []
  switch (name) {
    case 'hero':
      return <Hero texts={texts} prompts={prompts} figures={page?.figures} motion={motion} />
    case 'problem':
      return (
        <Problem texts={texts} sample={isShipped ? prompts.find(({ slug }) => slug === comparedSlug) : undefined} />
      )
    case 'solution':
      return <Solution texts={texts} models={models} />
    case 'calls':
      return <CallsToAction texts={texts} motion={motion} />
    case 'benefits':
      return <Benefits texts={texts} pipeline={page?.pipeline ?? null} />
    case 'pricing':
      return plans.length > 0 && <Pricing texts={texts} plans={plans} note={note} />
    case 'questions':
      return questions.length > 0 && <Questions texts={texts} items={questions} />
    case 'testimonials':
      return <Testimonials {...texts} items={testimonials} />
  }
}

function Questions({ texts, items }: { texts: LandingTexts<'questions'>; items: readonly FaqItem[] }) {
  return (
    <section className="frame page-section questions">
      <h2 className="text-2xl font-bold">{texts.title}</h2>
      <Accordion items={items} />
    </section>
  )
}
