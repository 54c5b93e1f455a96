import { infiniteQueryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { MyThreadPage, SavedThreadPage } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { getFrom } from '../app/api.ts'

/** Asked for anew each time it is shown: what is in it changes elsewhere. */
const listQuery = <Page extends { next: string | null }>(path: string, schema: z.ZodMiniType<Page> | false) =>
  infiniteQueryOptions({
    queryKey: [path],
    queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, schema, signal),
    initialPageParam: path,
    getNextPageParam: (page: Page) => page.next,
    staleTime: 0,
  })

export const myThreadsQuery = listQuery(forumPaths.api.myThreads(), import.meta.env.DEV && MyThreadPage)
export const savedThreadsQuery = listQuery(forumPaths.api.savedThreads(), import.meta.env.DEV && SavedThreadPage)
