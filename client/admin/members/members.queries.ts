import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin-paths.ts'
import { Member, MemberOverview, MemberPage, MemberSessionPage } from '#shared/members.ts'
import { apiQuery, getFrom } from '../../app/api.ts'

export type MemberFilters = Partial<Record<'q' | 'role' | 'tier' | 'state', string>>

export const membersQuery = (filters: MemberFilters) =>
  infiniteQueryOptions({
    queryKey: ['members', filters],
    queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, import.meta.env.DEV && MemberPage, signal),
    initialPageParam: adminPaths.api.members(filters),
    getNextPageParam: (page: MemberPage) => page.next,
  })

export const memberSchema = import.meta.env.DEV && Member
export const memberOverviewQuery = (id: string | number) =>
  apiQuery(adminPaths.api.memberOverview(id), import.meta.env.DEV && MemberOverview)
export const memberSessionsQuery = (id: string | number) =>
  apiQuery(adminPaths.api.memberSessions(id), import.meta.env.DEV && MemberSessionPage)
