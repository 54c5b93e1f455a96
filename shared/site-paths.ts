import { withQuery } from './paths.ts'

/** Where questions with their answers stand. */
export const faqPages = ['landing', 'subscription'] as const
export type FaqPage = (typeof faqPages)[number]

/** What visitors read of what admins have written of the site. */
export const sitePaths = {
  api: { faq: (page: FaqPage) => withQuery('/api/site/faq/', { page }) },
}
