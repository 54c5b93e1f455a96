import { queryOptions } from '@tanstack/react-query'
import { StoredDraft } from '#shared/forum/drafts.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { Thread } from '#shared/forum/schema.ts'
import { getJson, send } from '../../app/api.ts'

/** Draft stored on the server, read once when the form opens. */
export const draftQuery = (username: string) =>
  queryOptions({
    queryKey: ['forum', 'draft', username],
    // A null body means that there is no draft.
    queryFn: ({ client, signal }) =>
      send<StoredDraft>(client, 'GET', forumPaths.api.draft, {
        ...(import.meta.env.DEV && { schema: StoredDraft }),
        isBackground: true,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Author's version of a thread, with its source. It has a cache key of its own, apart from visitors' data. */
export const myThreadQuery = (meta_slug: string) =>
  queryOptions({
    queryKey: ['forum', 'my-thread', meta_slug],
    queryFn: ({ client, signal }) =>
      getJson(client, forumPaths.api.thread(meta_slug), import.meta.env.DEV && Thread, signal),
    gcTime: 0,
    retry: false,
  })
