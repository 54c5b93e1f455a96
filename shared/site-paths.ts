import { withQuery } from './paths.ts'
import type { FaqPage } from './faq.ts'

/** What visitors read of what admins have written of the site. */
export const sitePaths = {
  api: { faq: (page: FaqPage) => withQuery('/api/site/faq/', { page }) },
}
