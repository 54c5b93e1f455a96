import { useQuery } from '@tanstack/react-query'
import type { Locale } from '#shared/locale.ts'
import type { FaqItem } from '#shared/site/faq.ts'
import { paths } from '#shared/paths.ts'
import type { LandingSection as SectionName, LandingTexts, ShippedSection } from '#shared/site/landing-fields.ts'
import type { Site } from '#shared/site/schema.ts'
import { faqJsonLd } from '../app/faq.ts'
import { Head } from '../app/head.tsx'
import { useLocale } from '../app/i18n.tsx'
import { useSite } from '../app/site.ts'
import { landingQuery, LandingSection, loadSections, questionsQuery } from './landing-section.tsx'
import type { NamedSectionTexts } from './landing-section.tsx'
import { useTranslate } from './messages.ts'
import { useMotion } from './motion.tsx'

export const load = loadSections

const textsOf = (shipped: readonly ShippedSection[], target: SectionName) => shipped.find(({ name }) => name === target)

/** Visible sections in order; without data, the shipped sections. `lang` is set if it differs from the page's. */
function useSections(): { section: NamedSectionTexts; isShipped: boolean; lang: Locale | undefined }[] {
  const t = useTranslate()
  const locale = useLocale()
  const { data } = useQuery(landingQuery)
  // `{plan}` stays in the text, since each section fills in the name of a plan.
  const shipped = t('sections', { plan: '{plan}' }) as readonly ShippedSection[]
  const listed = data?.sections ?? shipped.map(({ name }) => ({ name, texts: null, content_locale: null }))
  return listed.map(({ name, texts, content_locale }) => ({
    section: { name, texts: texts ?? textsOf(shipped, name) } as NamedSectionTexts,
    isShipped: texts === null,
    lang: content_locale && content_locale !== locale ? content_locale : undefined,
  }))
}

export function LandingPage() {
  const site = useSite()
  const motion = useMotion()
  const { data: questions = [] } = useQuery(questionsQuery)
  const sections = useSections()
  const hero = sections.find(({ section }) => section.name === 'hero')?.section.texts as LandingTexts<'hero'>
  const areQuestionsShown = sections.some(({ section }) => section.name === 'questions')
  return (
    <main>
      <Head
        title={hero.head_title}
        description={hero.head_description}
        jsonLd={landingFacts(site, hero.head_description, areQuestionsShown ? questions : [])}
      />
      {sections.map(({ section, isShipped, lang }) => (
        <div key={section.name} lang={lang} className="contents">
          <LandingSection section={section} isShipped={isShipped} note={hero.note} motion={motion} />
        </div>
      ))}
    </main>
  )
}

function landingFacts(site: Site, description: string, questions: readonly FaqItem[]): object[] {
  const context = 'https://schema.org'
  return [
    {
      '@context': context,
      '@type': 'Organization',
      name: site.company.name,
      url: site.url,
      logo: `${site.url}/icon-512.png`,
      email: site.company.email,
      address: site.company.address,
      sameAs: site.social_links.map(({ url }) => url),
    },
    {
      '@context': context,
      '@type': 'WebSite',
      name: site.name,
      url: site.url,
      description,
      inLanguage: ['en', 'es'],
      potentialAction: {
        '@type': 'SearchAction',
        target: `${site.url}${paths.library}?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
    ...faqJsonLd(questions),
  ]
}
