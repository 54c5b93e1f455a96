import { useQuery } from '@tanstack/react-query'
import { can } from '#shared/users/rights.ts'
import type { Right } from '#shared/users/rights.ts'
import { meQuery } from './me.queries.ts'
import { useViewer } from './viewer.ts'

export function useCan(): (right: Right) => boolean {
  const { is_signed_in } = useViewer()
  const { data } = useQuery({ ...meQuery, enabled: is_signed_in })
  const me = is_signed_in && data ? data : null
  return (right) => can(me, right)
}
