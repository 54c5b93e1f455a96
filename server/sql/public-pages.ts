import { legalSlugs } from '#shared/site/paths.ts'
import { Prisma } from '../database/db.ts'

/** SQL condition: rows of `site_page` with a page of their own. A legal text is shown at the address of the shipped one. */
export const isPublicSitePage = Prisma.sql`(is_published AND NOT slug = ANY(${[...legalSlugs]}))`
