import type { FaqItem } from '#shared/faq.ts'

/** The questions as search engines read them: without any there is nothing to say. */
export const faqFacts = (items: readonly FaqItem[]): object[] =>
  items.length === 0
    ? []
    : [
        {
          '@context': 'https://schema.org',
          '@type': 'FAQPage',
          mainEntity: items.map(({ q, a }) => ({
            '@type': 'Question',
            name: q,
            acceptedAnswer: { '@type': 'Answer', text: a },
          })),
        },
      ]
