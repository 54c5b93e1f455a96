import { withQuery } from '../paths.ts'

export const faqPages = ['landing', 'subscription'] as const
export type FaqPage = (typeof faqPages)[number]

export const legalSlugs = ['terms-of-service', 'privacy'] as const
export type LegalSlug = (typeof legalSlugs)[number]
export const isLegalSlug = (slug: string): slug is LegalSlug => (legalSlugs as readonly string[]).includes(slug)

export const sitePaths = {
  page: (slug: string) => `/page/${encodeURIComponent(slug)}`,
  api: {
    faq: (page: FaqPage) => withQuery('/api/site/faq/', { page }),
    page: (slug: string) => `/api/site/pages/${encodeURIComponent(slug)}/`,
    pageAnswers: (path?: string) => withQuery('/api/site/page-answers/', { path }),
    landing: '/api/site/landing/',
    legalPage: (slug: LegalSlug) => `/api/site/legal/${slug}/`,
  },
}
