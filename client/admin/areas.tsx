import type { ComponentType } from 'react'
import { adminAreas } from '#shared/admin/areas.ts'
import type { AdminAreaName } from '#shared/admin/areas.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { can } from '#shared/users/rights.ts'
import type { Me } from '#shared/users/schema.ts'
import { LoadErrorNote } from '../app/load-error.tsx'
import { island } from '../app/island.tsx'

/** The paths of an area's other pages begin with that of its first page. */
export type Area = (typeof adminAreas)[number] & { Content: ComponentType }

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

const contents: Record<AdminAreaName, ComponentType> = {
  overview: OverviewArea,
  library: LibraryArea,
  news: NewsArea,
  sections: SectionsArea,
  review: ReviewList,
  members: MembersArea,
  plans: PlansArea,
  payments: PaymentsArea,
  site: SiteArea,
  audit: AuditArea,
}
export const areas: readonly Area[] = adminAreas.map((area) => ({ ...area, Content: contents[area.name] }))

export function findArea(pathname: string): Area | undefined {
  const isWithin = ({ path }: Area) =>
    path === adminPaths.overview ? pathname === path : `${pathname}/`.startsWith(`${path}/`)
  return areas.find(isWithin)
}

export const isOpenTo = (me: Pick<Me, 'role'>, { rights }: Area): boolean => rights.some((right) => can(me, right))
