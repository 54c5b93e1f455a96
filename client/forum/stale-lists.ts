import type { QueryClient } from '@tanstack/react-query'
import { forumPaths } from '#shared/forum/paths.ts'

/** Marks thread lists and `paths` as stale. Visible lists are not refetched at once. */
export function markListsStale(client: QueryClient, paths: string[] = []): void {
  for (const key of [forumPaths.api.threads(), ...paths])
    void client.invalidateQueries({
      predicate: ({ queryKey: [from] }) => typeof from === 'string' && from.split('?')[0] === key,
      refetchType: 'none',
    })
}
