import type { ComponentType } from 'react'
import { adminPaths } from '#shared/admin-paths.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import type { Role } from '#shared/users.ts'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
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

const FailedMoney = { Failed: BrokenNote }
const PlansArea = island(async () => (await import('./plans/plans-area.tsx')).PlansArea, FailedMoney)
const PaymentsArea = island(async () => (await import('./payments/payments-area.tsx')).PaymentsArea, FailedMoney)

/** In the order of the navigation. */
export const areas: readonly Area[] = [
  { name: 'overview', path: adminPaths.overview, roles: admins, Content: () => null },
  { name: 'plans', path: adminMoneyPaths.plans, roles: admins, Content: PlansArea },
  { name: 'payments', path: adminMoneyPaths.payments(), roles: admins, Content: PaymentsArea },
  { name: 'review', path: forumPaths.moderation, roles: moderators },
]

/** The area that an address is in, for those who may enter it. */
export function findArea(pathname: string, role: Role): Area | undefined {
  const isWithin = ({ path }: Area) =>
    path === adminPaths.overview ? pathname === path : `${pathname}/`.startsWith(`${path}/`)
  return areas.find((area) => isWithin(area) && area.roles.includes(role))
}
