import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FoundCommentPage } from '#shared/forum/comment-search.ts'
import { StoredDraft } from '#shared/forum/drafts.ts'
import { RenderedMarkdown, Section, Thread, ThreadPage } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { withQuery } from '#shared/paths.ts'
import { apiQuery, getJson, pagesQuery, send } from '../app/api.ts'
import { getForViewer } from './for-viewer.ts'

/** Sections with the number of their threads in the reader's language, or in all. */
export const sectionsQuery = (languages?: 'all') =>
  apiQuery(withQuery(forumPaths.api.sections, { languages }), import.meta.env.DEV && z.array(Section))

export type ThreadListFilters = Partial<Record<'section' | 'order' | 'q' | 'author' | 'cursor', string>> & {
  languages?: 'all' | undefined
}

export const threadListQuery = (filters: ThreadListFilters) =>
  infiniteQueryOptions({
    queryKey: [forumPaths.api.threads(filters)],
    // A member's list may begin with pending threads of the member.
    queryFn: ({ client, signal, pageParam }) =>
      getForViewer(client, pageParam, import.meta.env.DEV && ThreadPage, signal),
    initialPageParam: forumPaths.api.threads(filters),
    getNextPageParam: (page) => page.next,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** List filters of the address. `in` selects the search in comments. */
export type ForumFilters = ThreadListFilters & { in?: 'comments' | undefined }
export type CommentSearch = Omit<ThreadListFilters, 'order'> & { q: string }

export const commentSearchOf = ({ in: target, order: _order, q, ...filters }: ForumFilters): CommentSearch | null =>
  target && q ? { q, ...filters } : null

export const foundCommentsQuery = (search: CommentSearch) =>
  infiniteQueryOptions({
    ...pagesQuery(forumPaths.api.foundComments(search), import.meta.env.DEV && FoundCommentPage),
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Preview rendered by the server, so that it equals the published text. */
export const textPreviewQuery = (text: string) =>
  queryOptions({
    queryKey: ['forum', 'preview', text],
    queryFn: ({ client, signal }) =>
      send(client, 'POST', forumPaths.api.preview, {
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
