import { legalSlugs } from '#shared/site/paths.ts'
import { Prisma } from '../database/db.ts'

/** SQL condition: a `site_page` has a public page at its own address. Legal texts use the addresses of shipped ones. */
export const isPublicSitePage = Prisma.sql`(is_published AND NOT slug = ANY(${[...legalSlugs]}))`
