import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { commentSorts } from '#shared/forum/schema.ts'
import type { Branch, Comment } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { Link } from '../../app/link.tsx'
import { island } from '../../app/island.tsx'
import { useRefetchAsMember } from '../for-viewer.ts'
import { UnreadLink } from '../../app/unread-link.tsx'
import { useStorage } from '../../app/storage.ts'
import { useViewer } from '../../app/session/viewer.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { CommentBranch, cursorOf, uniqueById } from './comment-branch.tsx'
import { PageLink } from './page-link.tsx'
import { CommentForm } from './thread-forms-island.tsx'
import { unsentKey, useThreadAction, useThread } from './thread-context.tsx'
import { commentsKey, commentsQuery, postedCommentsQuery } from '../thread.queries.ts'
import type { CommentsParams } from '../thread.queries.ts'
import { useTranslate } from './messages.ts'

const ThreadExtras = island(async () => (await import('./thread-extras.tsx')).ThreadExtras)

const asBranch = (comment: Comment): Branch => ({ ...comment, reply_count: 0, replies: { results: [], next: null } })

function SortLinks({ sort = 'oldest' }: CommentsParams) {
  const t = useTranslate()
  const { thread } = useThread()
  return (
    <nav aria-label={t('comments.sort')} className="flex flex-wrap gap-5 text-sm">
      {commentSorts.map((one) => (
        <Link
          key={one}
          to={forumPaths.thread(thread.meta_slug, { sort: one === 'oldest' ? undefined : one })}
          className="tab"
          aria-current={one === sort ? 'true' : undefined}
        >
          {t(`comments.${one}`)}
        </Link>
      ))}
    </nav>
  )
}

/** Button that looks like an editor. The editor loads on focus. */
function NewComment() {
  const t = useTranslate()
  const runAction = useThreadAction()
  const { thread, takesComments } = useThread()
  const hasDraft = useStorage(unsentKey(thread.meta_slug)) !== null
  const [isWriting, setWriting] = useState(false)
  if (!takesComments) return <p className="comment-note">{t('new_comment.closed')}</p>
  if (isWriting) return <CommentForm onClose={() => setWriting(false)} />
  return (
    <button
      type="button"
      data-new-comment
      className="blank write-here needs-script"
      onPointerEnter={() => void CommentForm.prepare()}
      onFocus={() => void CommentForm.prepare()}
      onClick={() => void runAction({ reason: t('auth.comment') }, () => setWriting(true))}
    >
      {t(hasDraft ? 'new_comment.go_on' : 'new_comment.comment')}
    </button>
  )
}

function useCommentPages(params: CommentsParams) {
  const { thread } = useThread()
  const { meta_slug } = thread
  const query = useSuspenseInfiniteQuery(commentsQuery(meta_slug, params))
  const { data: postedHere } = useQuery(postedCommentsQuery(meta_slug))
  const { pages } = query.data
  const { is_signed_in } = useViewer()
  const isForMember = pages.every(({ for_member }) => for_member)
  useRefetchAsMember(commentsKey(meta_slug), isForMember, pages.length)
  const posted = postedHere.pages.flatMap(({ results }) => results)
  const fetched = pages.flatMap(({ results }) => results)
  const postedBranches = posted.filter(({ branch }) => branch === null).map(asBranch)
  const branches = uniqueById(
    params.sort === 'newest' ? [...postedBranches.toReversed(), ...fetched] : [...fetched, ...postedBranches],
  )
  const addressOf = (path: string) => forumPaths.thread(meta_slug, { sort: params.sort, cursor: cursorOf(path) })
  const isGone =
    (isForMember || !is_signed_in) &&
    params.comment !== undefined &&
    !branches.some(({ id, replies }) => [id, ...replies.results.map((one) => one.id)].includes(Number(params.comment)))
  return { query, posted, branches, isGone, previous: pages[0]?.previous, next: pages.at(-1)?.next, addressOf }
}

function CommentsHeader({ params }: { params: CommentsParams }) {
  const t = useTranslate()
  const { thread } = useThread()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="comments" className="text-2xl font-bold">
        {thread.comment_count === 0 ? t('comments.title') : t('comments.count', { count: thread.comment_count })}
      </h2>
      <UnreadLink
        thread={thread}
        label={(counted) => t('comments.unread', counted)}
        className="chip mr-auto min-h-11 text-brand"
      />
      {(thread.comment_count > 1 || params.sort) && <SortLinks {...params} />}
    </div>
  )
}

type PreviousCommentsProps = { address: string; query: ReturnType<typeof useCommentPages>['query'] }

function PreviousComments({ address, query }: PreviousCommentsProps) {
  const t = useTranslate()
  return (
    <div className="mt-6 text-center">
      <PageLink
        address={address}
        rel="prev"
        label={t('comments.previous')}
        className="button button-quiet"
        isLoading={query.isFetchingPreviousPage}
        isFailed={query.isFetchPreviousPageError}
        onFetch={() => void query.fetchPreviousPage()}
      />
    </div>
  )
}

export function Comments({ params }: { params: CommentsParams }) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const { isOpen, takesComments, arrived, lookForNew, focusArrivals } = useThread()
  const { query, posted, branches, isGone, previous, next, addressOf } = useCommentPages(params)
  useEffect(() => void focusArrivals())
  if (!isOpen && branches.length === 0) return null
  return (
    <section aria-labelledby="comments" className="mt-10 max-w-172">
      <CommentsHeader params={params} />
      {isOpen && (
        <div className="mt-4 min-h-11">
          <NewComment />
        </div>
      )}
      {isGone && <p className="comment-note mt-4">{t('thread.gone')}</p>}
      {previous && <PreviousComments address={addressOf(previous)} query={query} />}
      {branches.length === 0 && takesComments && <p className="mt-6 text-muted">{t('comments.none')}</p>}
      <ol key={JSON.stringify(params)} className="comments mt-4">
        {branches.map((branch) => (
          <CommentBranch
            key={branch.id}
            branch={branch}
            posted={posted.filter((comment) => comment.branch === branch.id)}
            params={params}
          />
        ))}
      </ol>
      {next && (
        <div className="mt-6 text-center">
          <PageLink
            address={addressOf(next)}
            rel="next"
            label={t('common.load_more')}
            isLoading={query.isFetchingNextPage}
            isFailed={query.isFetchNextPageError}
            onFetch={() => {
              lookForNew()
              void query.fetchNextPage()
            }}
          />
        </div>
      )}
      <div className="keys-place">
        {isHydrated && <ThreadExtras sort={params.sort} last={branches.at(-1)?.id ?? 0} isWhole={!next} />}
      </div>
      <output className="sr-only">{arrived > 0 && t('comments.loaded', { count: arrived })}</output>
    </section>
  )
}
