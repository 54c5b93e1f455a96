import * as z from 'zod/mini'
import { FaqItem } from '#shared/site/faq.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { FaqPage } from '#shared/site/paths.ts'
import { apiQuery } from './api.ts'

export const faqQuery = (page: FaqPage) => apiQuery(sitePaths.api.faq(page), import.meta.env.DEV && z.array(FaqItem))

export const faqJsonLd = (items: readonly FaqItem[]): object[] =>
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
