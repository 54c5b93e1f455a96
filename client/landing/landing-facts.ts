import type { FaqItem } from '#shared/faq.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site.ts'
import { faqFacts } from '../app/faq-facts.ts'

export function landingFacts(site: Site, description: string, questions: readonly FaqItem[]): object[] {
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
    ...faqFacts(questions),
  ]
}
