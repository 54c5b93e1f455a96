import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { CommentPage, ReplyPage, Thread } from '#shared/forum/schema.ts'
import type { Comment } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { ApiProblem } from '../app/api.ts'
import { getForViewer } from './for-viewer.ts'
import type { ForViewer } from './for-viewer.ts'

export const threadQuery = (meta_slug: string) =>
  queryOptions({
    queryKey: [forumPaths.api.thread(meta_slug)],
    queryFn: ({ client, signal }) =>
      getForViewer(client, forumPaths.api.thread(meta_slug), import.meta.env.DEV && Thread, signal),
  })

/** Prefix of the query keys of a thread's comments. */
export const commentsKey = (meta_slug: string) => forumPaths.api.comments(meta_slug)

/** Comments that the address selects; with `comment`, the cursor is one of that comment's replies. */
export type CommentsParams = { sort?: string | undefined; comment?: string | undefined; cursor?: string | undefined }

/** Falls back to the first page if the comment is not visible to the reader. */
export const commentsQuery = (meta_slug: string, { sort, comment, cursor }: CommentsParams) => {
  const first = forumPaths.api.comments(meta_slug, { sort, cursor: comment === undefined ? cursor : undefined })
  const commentPath = comment === undefined ? first : forumPaths.api.comments(meta_slug, { sort, around: comment })
  return infiniteQueryOptions({
    queryKey: [commentsKey(meta_slug), 'page', commentPath],
    queryFn: async ({ client, signal, pageParam }): Promise<ForViewer<CommentPage>> => {
      const get = (path: string) => getForViewer(client, path, import.meta.env.DEV && CommentPage, signal)
      return get(pageParam).catch((error: unknown) => {
        if (pageParam === first || pageParam !== commentPath) throw error
        if (error instanceof ApiProblem && error.status === 404) return get(first)
        throw error
      })
    },
    initialPageParam: commentPath,
    getNextPageParam: ({ next }) => next,
    getPreviousPageParam: ({ previous }) => previous,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Later replies of a branch, from the API path `path` on. */
export const repliesQuery = (meta_slug: string, branch: number, path: string) =>
  infiniteQueryOptions({
    queryKey: [commentsKey(meta_slug), 'replies', branch],
    queryFn: ({ client, signal, pageParam }) =>
      getForViewer(client, pageParam, import.meta.env.DEV && ReplyPage, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    gcTime: Number.POSITIVE_INFINITY,
  })

type Posted = { pages: { results: Comment[] }[] }
const nonePosted: Posted = { pages: [{ results: [] }] }

/** Comments that the reader has posted here since the page was fetched. */
export const postedCommentsQuery = (meta_slug: string) =>
  queryOptions({
    queryKey: [commentsKey(meta_slug), 'posted'],
    queryFn: () => nonePosted,
    initialData: nonePosted,
    staleTime: Number.POSITIVE_INFINITY,
  })
