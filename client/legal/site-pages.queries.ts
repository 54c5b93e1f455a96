import { LegalPage, SitePage } from '#shared/site/pages.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { LegalSlug } from '#shared/site/paths.ts'
import { apiQuery } from '../app/api.ts'

export const sitePageQuery = (slug: string) => apiQuery(sitePaths.api.page(slug), import.meta.env.DEV && SitePage)
export const legalPageQuery = (slug: LegalSlug) =>
  apiQuery(sitePaths.api.legalPage(slug), import.meta.env.DEV && LegalPage)
