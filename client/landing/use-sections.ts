import { useQuery } from '@tanstack/react-query'
import type { Locale } from '#shared/locale.ts'
import type { HeroPrompt } from '#shared/site/landing.ts'
import type { LandingSection, ShippedSection } from '#shared/site/landing-fields.ts'
import { useLocale } from '../app/i18n.tsx'
import { landingQuery } from './landing.queries.ts'
import type { NamedSectionTexts } from './landing-section.tsx'
import { useTranslate } from './messages.ts'

const textsOf = (shipped: readonly ShippedSection[], target: LandingSection) =>
  shipped.find(({ name }) => name === target)

/** Visible sections in order; without data, the shipped sections. `lang` is set if it differs from the page's. */
export function useSections(): {
  sections: { section: NamedSectionTexts; lang: Locale | undefined }[]
  prompts: readonly HeroPrompt[]
} {
  const t = useTranslate()
  const locale = useLocale()
  const { data } = useQuery(landingQuery)
  // `{plan}` stays in the text, since each section fills in the name of a plan.
  const shipped = t('sections', { plan: '{plan}' }) as readonly ShippedSection[]
  const listed = data?.sections ?? shipped.map(({ name }) => ({ name, texts: null, content_locale: null }))
  const sections = listed.map(({ name, texts, content_locale }) => ({
    section: { name, texts: texts ?? textsOf(shipped, name) } as NamedSectionTexts,
    lang: content_locale && content_locale !== locale ? content_locale : undefined,
  }))
  return { sections, prompts: data?.prompts ?? [] }
}
