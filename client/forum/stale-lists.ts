import type { QueryClient } from '@tanstack/react-query'
import { forumPaths } from '#shared/forum/paths.ts'

/** Marks thread lists and `paths` stale, without a refetch of what is shown. */
export function markListsStale(client: QueryClient, paths: string[] = []): void {
  for (const key of [forumPaths.api.threads(), ...paths])
    void client.invalidateQueries({
      predicate: ({ queryKey: [from] }) => typeof from === 'string' && from.split('?')[0] === key,
      refetchType: 'none',
    })
}
