import type { Right } from '../users/rights.ts'
import { adminMoneyPaths } from './money-paths.ts'
import { adminNewsPaths } from './news-paths.ts'
import { adminPaths } from './paths.ts'
import { adminSitePaths } from './site-paths.ts'

/** Areas of the administration: each with the path of its first page, and the rights of which one opens it. */
export const adminAreas = [
  { name: 'overview', path: adminPaths.overview, rights: ['overview.read'] },
  { name: 'library', path: adminPaths.library, rights: ['library.read'] },
  { name: 'news', path: adminNewsPaths.news(), rights: ['news.read'] },
  { name: 'sections', path: adminNewsPaths.sections, rights: ['sections.read'] },
  { name: 'review', path: adminNewsPaths.review, rights: ['moderation.read'] },
  { name: 'members', path: adminPaths.members, rights: ['members.read'] },
  { name: 'plans', path: adminMoneyPaths.plans, rights: ['plans.read'] },
  { name: 'payments', path: adminMoneyPaths.payments(), rights: ['payments.read'] },
  { name: 'site', path: adminSitePaths.site, rights: ['site.read', 'content.read'] },
  { name: 'audit', path: adminSitePaths.audit(), rights: ['audit.read'] },
] as const satisfies readonly { name: string; path: string; rights: readonly Right[] }[]
export type AdminAreaName = (typeof adminAreas)[number]['name']
