import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site.ts'
import type { LandingText } from './landing-copy.en.ts'

/** What search engines read of the site: who runs it, how it is searched, and what people ask first. */
export function landingFacts(site: Site, text: LandingText): object[] {
  const context = 'https://schema.org'
  return [
    {
      '@context': context,
      '@type': 'Organization',
      name: site.company.name,
      url: site.url,
      email: site.company.email,
      address: site.company.address,
      sameAs: site.social_links.map(({ url }) => url),
    },
    {
      '@context': context,
      '@type': 'WebSite',
      name: site.name,
      url: site.url,
      description: text.description,
      inLanguage: ['en', 'es'],
      potentialAction: {
        '@type': 'SearchAction',
        target: `${site.url}${paths.library}?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
    {
      '@context': context,
      '@type': 'FAQPage',
      mainEntity: text.questions.items.map((question) => ({
        '@type': 'Question',
        name: question.title,
        acceptedAnswer: { '@type': 'Answer', text: question.text },
      })),
    },
  ]
}
