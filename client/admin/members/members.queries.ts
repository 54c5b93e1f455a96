import * as z from 'zod/mini'
import { adminPaths } from '#shared/admin/paths.ts'
import { AdminMember, MemberOverview, MemberPage, MemberSessionPage } from '#shared/admin/members.ts'
import { invitationPaths } from '#shared/users/invitation-paths.ts'
import { AdminInvitation } from '#shared/users/invitations.ts'
import { apiQuery } from '../../app/api.ts'
import { pagedQuery } from '../paged-query.ts'

type MemberFilters = Partial<Record<'q' | 'role' | 'tier' | 'state', string | undefined>>

export const membersQuery = (filters: MemberFilters) =>
  pagedQuery(['members', filters], adminPaths.api.members(filters), import.meta.env.DEV && MemberPage)

export const invitationsQuery = apiQuery(invitationPaths.api.list, import.meta.env.DEV && z.array(AdminInvitation))

export const memberSchema = import.meta.env.DEV && AdminMember
export const memberOverviewQuery = (id: string | number) =>
  apiQuery(adminPaths.api.memberOverview(id), import.meta.env.DEV && MemberOverview)
export const memberSessionsQuery = (id: string | number) =>
  apiQuery(adminPaths.api.memberSessions(id), import.meta.env.DEV && MemberSessionPage)
