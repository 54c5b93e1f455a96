import type { ComponentType } from 'react'
import { adminPaths } from '#shared/admin-paths.ts'
import type { Role } from '#shared/users.ts'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { BrokenNote } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import type { messages } from './messages.en.ts'

export type Area = {
  name: keyof typeof messages.admin.areas
  /** The address of its first page; those of its others begin with it. */
  path: string
  roles: readonly Role[]
  /** An island, so that each area is loaded by itself; none: its page is not within the admin pages. */
  Content?: ComponentType
}

const moderators = ['moderator', 'admin'] as const
const admins = ['admin'] as const

const Failed = { Failed: BrokenNote }
const NewsArea = island(async () => (await import('./news/news-area.tsx')).NewsArea, Failed)
const SectionsArea = island(async () => (await import('./forum/sections-area.tsx')).SectionsArea, Failed)
const SiteArea = island(async () => (await import('./site/site-area.tsx')).SiteArea, Failed)
const AuditArea = island(async () => (await import('./audit/audit-area.tsx')).AuditArea, Failed)
const ReviewArea = island(async () => (await import('./forum/review-area.tsx')).ReviewArea, Failed)

/** In the order of the navigation. */
export const areas: readonly Area[] = [
  { name: 'overview', path: adminPaths.overview, roles: admins, Content: () => null },
  { name: 'news', path: adminNewsPaths.news(), roles: admins, Content: NewsArea },
  { name: 'sections', path: adminNewsPaths.sections, roles: admins, Content: SectionsArea },
  { name: 'review', path: adminNewsPaths.review, roles: moderators, Content: ReviewArea },
  { name: 'site', path: adminSitePaths.site, roles: admins, Content: SiteArea },
  { name: 'audit', path: adminSitePaths.audit(), roles: admins, Content: AuditArea },
]

/** The area that an address is in, for those who may enter it. */
export function findArea(pathname: string, role: Role): Area | undefined {
  const isWithin = ({ path }: Area) =>
    path === adminPaths.overview ? pathname === path : `${pathname}/`.startsWith(`${path}/`)
  return areas.find((area) => isWithin(area) && area.roles.includes(role))
}
