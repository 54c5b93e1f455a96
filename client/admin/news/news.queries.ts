import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { AdminPost, AdminPostPage, AdminPostTag, AdminPostTagRow } from '#shared/admin-posts.ts'
import { RenderedMarkdown } from '#shared/forum.ts'
import * as z from 'zod/mini'
import { apiQuery, getFrom, send } from '../../app/api.ts'
import { editedQuery } from '../edited.ts'

export type PostFilters = { q?: string | undefined; status?: string | undefined; language?: string | undefined }

export const postsQuery = (filters: PostFilters) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'posts', filters],
    queryFn: ({ client, signal, pageParam }) =>
      getFrom(client, pageParam, import.meta.env.DEV && AdminPostPage, signal),
    initialPageParam: adminNewsPaths.api.posts(filters),
    getNextPageParam: (page: AdminPostPage) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const postQuery = (id: string) => editedQuery(adminNewsPaths.api.post(id), import.meta.env.DEV && AdminPost)

/** Read anew where it is shown: each save of a post changes its counts. */
export const postTagsQuery = queryOptions({
  ...apiQuery(adminNewsPaths.api.tags, import.meta.env.DEV && z.array(AdminPostTagRow)),
  staleTime: 0,
})

export const postTagQuery = (id: string) => editedQuery(adminNewsPaths.api.tag(id), import.meta.env.DEV && AdminPostTag)

export const postPreviewQuery = (text: string) =>
  queryOptions({
    queryKey: ['admin', 'preview', text],
    queryFn: ({ client, signal }) =>
      send(client, 'POST', adminNewsPaths.api.preview, {
        body: { text },
        schema: import.meta.env.DEV && RenderedMarkdown,
        isBackground: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  })
