import type { QueryClient } from '@tanstack/react-query'
import { forumPaths } from '#shared/forum/paths.ts'

/** Lists of threads, and what is at `paths`, are asked for again where one comes to them next. */
export function markListsStale(client: QueryClient, paths: string[] = []): void {
  for (const key of [forumPaths.api.threads(), ...paths])
    void client.invalidateQueries({
      predicate: ({ queryKey: [from] }) => typeof from === 'string' && from.split('?')[0] === key,
      refetchType: 'none',
    })
}
