import type { ComponentType } from 'react'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { can } from '#shared/users/rights.ts'
import type { Right } from '#shared/users/rights.ts'
import type { Me } from '#shared/users/schema.ts'
import { LoadErrorNote } from '../app/load-error.tsx'
import { island } from '../app/island.tsx'
import { adminRoutes } from './library/admin-routes.ts'
import type { messages } from './messages.en.ts'

export type Area = {
  name: keyof typeof messages.admin.areas
  /** Path of the area's first page; the paths of its other pages begin with it. */
  path: string
  rights: readonly [Right, ...Right[]]
  Content: ComponentType
}

const Failed = { Failed: LoadErrorNote }
const OverviewArea = island(async () => (await import('./overview/overview-area.tsx')).OverviewArea, Failed)
const MembersArea = island(async () => (await import('./members/members-area.tsx')).MembersArea, Failed)

const PlansArea = island(async () => (await import('./plans/plans-area.tsx')).PlansArea, Failed)
const PaymentsArea = island(async () => (await import('./payments/payments-area.tsx')).PaymentsArea, Failed)
const LibraryArea = island(async () => (await import('./library/library-area.tsx')).LibraryArea, Failed)
const NewsArea = island(async () => (await import('./news/news-area.tsx')).NewsArea, Failed)
const SectionsArea = island(async () => (await import('./forum/sections-area.tsx')).SectionsArea, Failed)
const SiteArea = island(async () => (await import('./site/site-area.tsx')).SiteArea, Failed)
const AuditArea = island(async () => (await import('./audit/audit-area.tsx')).AuditArea, Failed)
const ReviewList = island(async () => (await import('../moderation/review-list.tsx')).ReviewList, Failed)

export const areas: readonly Area[] = [
  { name: 'overview', path: adminPaths.overview, rights: ['overview.read'], Content: OverviewArea },
  { name: 'library', path: adminRoutes.root, rights: ['library.read'], Content: LibraryArea },
  { name: 'news', path: adminNewsPaths.news(), rights: ['news.read'], Content: NewsArea },
  { name: 'sections', path: adminNewsPaths.sections, rights: ['sections.read'], Content: SectionsArea },
  { name: 'review', path: adminNewsPaths.review, rights: ['moderation.read'], Content: ReviewList },
  { name: 'members', path: adminPaths.members, rights: ['members.read'], Content: MembersArea },
  { name: 'plans', path: adminMoneyPaths.plans, rights: ['plans.read'], Content: PlansArea },
  { name: 'payments', path: adminMoneyPaths.payments(), rights: ['payments.read'], Content: PaymentsArea },
  { name: 'site', path: adminSitePaths.site, rights: ['site.read', 'content.read'], Content: SiteArea },
  { name: 'audit', path: adminSitePaths.audit(), rights: ['audit.read'], Content: AuditArea },
]

export function findArea(pathname: string): Area | undefined {
  const isWithin = ({ path }: Area) =>
    path === adminPaths.overview ? pathname === path : `${pathname}/`.startsWith(`${path}/`)
  return areas.find(isWithin)
}

export const isOpenTo = (me: Pick<Me, 'role'>, { rights }: Area): boolean => rights.some((right) => can(me, right))
