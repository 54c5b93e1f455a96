import { useQuery } from '@tanstack/react-query'
import type { FaqItem } from '#shared/site/faq.ts'
import { paths } from '#shared/paths.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import type { Site } from '#shared/site/schema.ts'
import { faqJsonLd } from '../app/faq.ts'
import { Head } from '../app/head.tsx'
import { useSite } from '../app/site.ts'
import { LandingSection, loadSections, questionsQuery } from './landing-section.tsx'
import { useMotion } from './motion.tsx'
import { useSections } from './use-sections.ts'

export const load = loadSections

export function LandingPage() {
  const site = useSite()
  const motion = useMotion()
  const { data: questions = [] } = useQuery(questionsQuery)
  const { sections, prompts } = useSections()
  const hero = sections.find(({ section }) => section.name === 'hero')?.section.texts as LandingTexts<'hero'>
  const areQuestionsShown = sections.some(({ section }) => section.name === 'questions')
  return (
    <main>
      <Head
        title={hero.head_title}
        description={hero.head_description}
        jsonLd={landingFacts(site, hero.head_description, areQuestionsShown ? questions : [])}
      />
      {sections.map(({ section, lang }) => (
        <div key={section.name} lang={lang} className="contents">
          <LandingSection section={section} prompts={prompts} note={hero.note} motion={motion} />
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
