import type { Locale } from '#shared/locale.ts'
import type { LegalPage, SitePage } from '#shared/site/pages.ts'
import { isLegalSlug, legalSlugs } from '#shared/site/paths.ts'
import type { LegalSlug } from '#shared/site/paths.ts'
import type { SitePageLink } from '#shared/site/schema.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { notFound } from '../problem.ts'
import { isPublicSitePage } from '../sql/public-pages.ts'

const maxDescription = 160

async function findPublished(slug: string, locale: Locale): Promise<SitePage | null> {
  const [page] = await queryRows<Omit<SitePage, 'description'>>(Prisma.sql`
    SELECT slug, translated.*,
           (SELECT array_agg(locale::text ORDER BY locale) FROM site_page_text WHERE site_page_id = id) AS locales
      FROM site_page, LATERAL (SELECT title, body_html, locale AS content_locale FROM site_page_text
                                WHERE site_page_id = site_page.id AND locale IN ('en', ${locale}::locale)
                                ORDER BY locale <> ${locale}::locale LIMIT 1) AS translated
     WHERE slug = ${slug} AND is_published`)
  return page ? { ...page, description: excerptOf(page.body_html, maxDescription) } : null
}

/** Returns a page in the locale, or in English. Throws 404. */
export async function getSitePage(slug: string, locale: Locale): Promise<Tagged<SitePage>> {
  const value = isLegalSlug(slug) ? null : await findPublished(slug, locale)
  if (!value) throw notFound()
  return { value, cacheTags: [cacheTags.site] }
}

/** Returns a legal page; null means that the shipped text applies. Throws 404 for an unknown legal page. */
export async function getLegalPage(slug: string, locale: Locale): Promise<Tagged<LegalPage>> {
  if (!isLegalSlug(slug)) throw notFound()
  return { value: { page: await findPublished(slug, locale) }, cacheTags: [cacheTags.site] }
}

export const listSitePageLinks = (): Promise<SitePageLink[]> =>
  queryRows<SitePageLink>(Prisma.sql`
    SELECT slug, in_footer, in_navigation,
           json_build_object('en', (SELECT title FROM site_page_text WHERE site_page_id = id AND locale = 'en'),
                             'es', (SELECT title FROM site_page_text WHERE site_page_id = id AND locale = 'es')) AS titles
      FROM site_page WHERE ${isPublicSitePage} AND (in_footer OR in_navigation) ORDER BY position, id`)

/** Lists legal pages whose text replaces the shipped one. */
export async function listLegalPages(): Promise<LegalSlug[]> {
  const rows = await queryRows<{ slug: LegalSlug }>(
    Prisma.sql`SELECT slug FROM site_page WHERE is_published AND slug = ANY(${[...legalSlugs]}) ORDER BY slug`,
  )
  return rows.map(({ slug }) => slug)
}
