import { infiniteQueryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FoundCommentPage } from '#shared/forum/comment-search.ts'
import { Section, ThreadPage } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { withQuery } from '#shared/paths.ts'
import { apiQuery, pagesQuery } from '../app/api.ts'
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
