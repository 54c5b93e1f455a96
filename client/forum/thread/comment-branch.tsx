import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Branch, Comment } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { CommentItem } from './comment-item.tsx'
import { PageLink } from './page-link.tsx'
import { commentAddress, useThread } from './thread-context.tsx'
import { repliesQuery } from '../thread.queries.ts'
import type { CommentsParams } from '../thread.queries.ts'
import { useTranslate } from './messages.ts'

export const cursorOf = (path: string) => new URL(path, 'http://site').searchParams.get('cursor') ?? undefined

/** Removes duplicates: a comment posted here may also be in a page of the list. The first copy stays. */
export const uniqueById = <Item extends Comment>(comments: Item[]): Item[] => {
  const known = new Set<number>()
  return comments.filter(({ id }) => !known.has(id) && known.add(id))
}

/** Replies loaded on request. If the address has a cursor in this branch, they start there. */
function useMoreReplies({ id, replies }: Branch, { comment, cursor }: CommentsParams) {
  const { thread } = useThread()
  const isAddressed = comment === String(id) && cursor !== undefined
  const first = isAddressed ? forumPaths.api.replies(id, { cursor }) : replies.next
  const [isOpen, setOpen] = useState(isAddressed)
  const query = useInfiniteQuery({
    ...repliesQuery(thread.meta_slug, id, first ?? ''),
    enabled: isOpen && first !== null,
  })
  const fetched = query.data?.pages ?? []
  return {
    replies: [...replies.results, ...fetched.flatMap(({ results }) => results)],
    next: query.data ? (fetched.at(-1)?.next ?? null) : first,
    isLoading: query.isLoading || query.isFetchingNextPage,
    isFailed: query.isError,
    fetchMore: () => {
      setOpen(true)
      if (query.data) void query.fetchNextPage()
      else if (isOpen) void query.refetch()
    },
  }
}

type MoreRepliesProps = { branch: Branch; more: ReturnType<typeof useMoreReplies>; next: string; count: number }

function MoreReplies({ branch, more, next, count }: MoreRepliesProps) {
  const t = useTranslate()
  const { thread, lookForNew } = useThread()
  return (
    <div>
      <PageLink
        address={commentAddress(thread.meta_slug, branch.id, cursorOf(next))}
        keys="o"
        label={t('comments.more_replies', { count })}
        className="text-action"
        isLoading={more.isLoading}
        isFailed={more.isFailed}
        onFetch={() => {
          lookForNew()
          more.fetchMore()
        }}
      />
    </div>
  )
}

type CommentBranchProps = {
  branch: Branch
  posted: Comment[]
  params: CommentsParams
}

export function CommentBranch({ branch, posted, params }: CommentBranchProps) {
  const { focusArrivals } = useThread()
  const more = useMoreReplies(branch, params)
  const replies = uniqueById([...more.replies, ...posted])
  useEffect(() => void focusArrivals())
  const isSought = ({ id }: Comment) => params.comment === String(id)
  const left = Math.max(1, branch.reply_count - replies.length)
  const answeredIds = new Set(replies.map(({ parent }) => parent?.id))
  return (
    <li data-branch>
      <CommentItem
        comment={branch}
        isAddressed={isSought(branch)}
        hasReplies={replies.length > 0 || branch.reply_count > 0}
        showsParent={false}
      />
      {(replies.length > 0 || more.next) && (
        <div className="replies">
          <ol>
            {replies.map((reply) => (
              <li key={reply.id}>
                <CommentItem
                  comment={reply}
                  isAddressed={isSought(reply)}
                  hasReplies={answeredIds.has(reply.id)}
                  showsParent={reply.parent?.id !== branch.id}
                />
              </li>
            ))}
          </ol>
          {more.next && <MoreReplies branch={branch} more={more} next={more.next} count={left} />}
        </div>
      )}
    </li>
  )
}
