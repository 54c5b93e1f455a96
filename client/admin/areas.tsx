import type { ComponentType } from 'react'
import { adminPaths } from '#shared/admin-paths.ts'
import type { Role } from '#shared/users.ts'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { BrokenNote } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { places } from './library/places.ts'
import type { messages } from './messages.en.ts'

export type Area = {
  name: keyof typeof messages.admin.areas
  /** The address of its first page; those of its others begin with it. */
  path: string
  roles: readonly Role[]
  /** An island, so that each area is loaded by itself; none: its page is not within the admin pages. */
  Content?: ComponentType
}

const Failed = { Failed: BrokenNote }
const Overview = island(async () => (await import('./overview/overview.tsx')).Overview, Failed)
const Members = island(async () => (await import('./members/members.tsx')).Members, Failed)

const moderators = ['moderator', 'admin'] as const
const admins = ['admin'] as const

const PlansArea = island(async () => (await import('./plans/plans-area.tsx')).PlansArea, Failed)
const PaymentsArea = island(async () => (await import('./payments/payments-area.tsx')).PaymentsArea, Failed)
const LibraryArea = island(async () => (await import('./library/library-area.tsx')).LibraryArea, Failed)
const NewsArea = island(async () => (await import('./news/news-area.tsx')).NewsArea, Failed)
const SectionsArea = island(async () => (await import('./forum/sections-area.tsx')).SectionsArea, Failed)
const SiteArea = island(async () => (await import('./site/site-area.tsx')).SiteArea, Failed)
const AuditArea = island(async () => (await import('./audit/audit-area.tsx')).AuditArea, Failed)
const ReviewArea = island(async () => (await import('./forum/review-area.tsx')).ReviewArea, Failed)

/** In the order of the navigation. */
export const areas: readonly Area[] = [
  { name: 'overview', path: adminPaths.overview, roles: admins, Content: Overview },
  { name: 'library', path: places.root, roles: admins, Content: LibraryArea },
  { name: 'news', path: adminNewsPaths.news(), roles: admins, Content: NewsArea },
  { name: 'sections', path: adminNewsPaths.sections, roles: admins, Content: SectionsArea },
  { name: 'review', path: adminNewsPaths.review, roles: moderators, Content: ReviewArea },
  { name: 'members', path: adminPaths.members, roles: admins, Content: Members },
  { name: 'plans', path: adminMoneyPaths.plans, roles: admins, Content: PlansArea },
  { name: 'payments', path: adminMoneyPaths.payments(), roles: admins, Content: PaymentsArea },
  { name: 'site', path: adminSitePaths.site, roles: admins, Content: SiteArea },
  { name: 'audit', path: adminSitePaths.audit(), roles: admins, Content: AuditArea },
]

/** The area that an address is in, for those who may enter it. */
export function findArea(pathname: string, role: Role): Area | undefined {
  const isWithin = ({ path }: Area) =>
    path === adminPaths.overview ? pathname === path : `${pathname}/`.startsWith(`${path}/`)
  return areas.find((area) => isWithin(area) && area.roles.includes(role))
}
