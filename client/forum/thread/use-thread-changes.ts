import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Comment, ReplyPage, Thread } from '#shared/forum/schema.ts'
import { commentsKey, postedCommentsQuery, threadQuery } from '../thread.queries.ts'

type ListedComment = Comment & { replies?: ReplyPage }
type Fetched = { pages: { results: ListedComment[] }[] }

const withChange = (results: ListedComment[], id: number, change: Partial<Comment>): ListedComment[] =>
  results.map((one) => {
    if (one.id === id) return { ...one, ...change }
    if (!one.replies?.results.some((reply) => reply.id === id)) return one
    return { ...one, replies: { ...one.replies, results: withChange(one.replies.results, id, change) } }
  })

const ignore = () => {}

/** Changes cached data now, and again after a pending request, whose response may have the old state. */
function changeAll(client: QueryClient, queryKey: string[], change: () => void): void {
  change()
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    void query.promise?.then(change, ignore)
}

function changesOf(client: QueryClient, meta_slug: string) {
  const { queryKey } = threadQuery(meta_slug)
  const changeThread = (change: Partial<Thread>) =>
    changeAll(client, [...queryKey], () =>
      client.setQueryData(queryKey, (thread) => thread && { ...thread, ...change }),
    )
  const countComments = (more: number) => {
    client.setQueryData(
      queryKey,
      (thread) => thread && { ...thread, comment_count: Math.max(0, thread.comment_count + more) },
    )
    if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  }
  const changeComment = (id: number, change: Partial<Comment>) =>
    changeAll(client, [commentsKey(meta_slug)], () =>
      client.setQueriesData<Fetched>(
        { queryKey: [commentsKey(meta_slug)] },
        (fetched) =>
          fetched && {
            ...fetched,
            pages: fetched.pages.map((page) => ({ ...page, results: withChange(page.results, id, change) })),
          },
      ),
    )
  const addComment = (comment: Comment) => {
    client.setQueryData(postedCommentsQuery(meta_slug).queryKey, (posted) => {
      const former = posted?.pages.flatMap(({ results }) => results) ?? []
      return { pages: [{ results: [...former.filter(({ id }) => id !== comment.id), comment] }] }
    })
    if (comment.status === 'visible') countComments(1)
  }
  return { changeThread, countComments, changeComment, addComment }
}

/** Returns functions that change all cached copies of a thread's data. */
export function useThreadChanges(meta_slug: string) {
  const client = useQueryClient()
  return useMemo(() => changesOf(client, meta_slug), [client, meta_slug])
}
