import {
  usePrefetchInfiniteQuery,
  useQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { isModerator, ThreadQuery } from '#shared/forum/schema.ts'
import type { Thread } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import { Link } from '../app/link.tsx'
import { send } from '../app/api.ts'
import { island } from '../app/island.tsx'
import { meQuery } from '../app/session/me.queries.ts'
import { usePageQuery } from '../app/page-query.ts'
import type { Loader } from '../app/page-module.ts'
import { useViewer } from '../app/session/viewer.ts'
import { useToast } from '../ui/toast.tsx'
import { useParam } from '../ui/use-param.ts'
import { useRefetchAsMember } from './for-viewer.ts'
import { ActionIcons } from './thread/text-actions.tsx'
import { Comments } from './thread/comments.tsx'
import { ThreadContext } from './thread/thread-context.tsx'
import { ThreadHead } from './thread/thread-head.tsx'
import { ThreadText } from './thread/thread-text.tsx'
import { commentsQuery, repliesQuery, threadQuery } from './thread.queries.ts'
import type { CommentsParams } from './thread.queries.ts'
import { useTranslate } from './thread/messages.ts'
import { useFocusNewComments, useScrollToComment } from './thread/use-comment-focus.ts'

export const load: Loader = async ({ params, search, client, query }) => {
  const meta_slug = params.meta_slug ?? ''
  const commentsParams: CommentsParams = readQuery(ThreadQuery, search)
  const { comment, cursor } = commentsParams
  await Promise.all([
    query(threadQuery(meta_slug)),
    client.fetchInfiniteQuery(commentsQuery(meta_slug, commentsParams)),
    comment !== undefined &&
      cursor !== undefined &&
      client.fetchInfiniteQuery(
        repliesQuery(meta_slug, Number(comment), forumPaths.api.replies(Number(comment), { cursor })),
      ),
  ])
}

const UndoToast = island(async () => (await import('./thread/undo.tsx')).UndoToast)
const DeletedThread = island(async () => (await import('./thread/undo.tsx')).DeletedThreadNote)

type Undo = { text: string; undo: () => Promise<unknown> }

function useTools(thread: Thread) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const { data: me } = useQuery({ ...meQuery, enabled: is_signed_in })
  const { notice, show: say } = useToast()
  const [offered, setOffered] = useState<Undo | null>(null)
  const arrivals = useFocusNewComments()
  const endOffer = useCallback(() => setOffered(null), [])
  const isForModerator = is_signed_in && isModerator(me ?? null)
  const isOpen = thread.status === 'published' && !thread.is_hidden
  const tools = useMemo(
    () => ({
      thread,
      isOpen,
      takesComments: isOpen && (!thread.is_closed || isForModerator),
      isModerator: isForModerator,
      say,
      offerUndo: (text: string, undo: () => Promise<unknown>) => setOffered({ text, undo }),
      ...arrivals,
    }),
    [thread, isOpen, isForModerator, say, arrivals],
  )
  const runUndo = async ({ undo }: Undo) => {
    endOffer()
    await undo().then(
      () => say(t('told.restored')),
      () => say(t('told.failed')),
    )
  }
  const notices = (
    <>
      {notice}
      {offered && <UndoToast text={offered.text} onUndo={() => void runUndo(offered)} onEnd={endOffer} />}
    </>
  )
  return { tools, notices, takeBack: runUndo }
}

function Steps({ thread: { section } }: { thread: Thread }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('place.label')} className="mb-3 text-sm text-muted">
      <ol className="flex flex-wrap gap-x-2 leading-6">
        <li>
          <Link to={paths.forum} className="text-text no-underline hover:underline">
            {t('place.forum')}
          </Link>
        </li>
        <li className="flex min-w-0 gap-x-2">
          <span aria-hidden="true">/</span>
          <Link
            to={forumPaths.forum({ section: section.slug })}
            className="min-w-0 text-text no-underline hover:underline"
            dir="auto"
          >
            {section.name}
          </Link>
        </li>
      </ol>
    </nav>
  )
}

export function ThreadPage() {
  const client = useQueryClient()
  const meta_slug = useParam('meta_slug')
  const params: CommentsParams = usePageQuery(ThreadQuery)
  usePrefetchInfiniteQuery(commentsQuery(meta_slug, params))
  const { data: thread } = useSuspenseQuery(threadQuery(meta_slug))
  const { data: comments } = useSuspenseInfiniteQuery(commentsQuery(meta_slug, params))
  const { is_known, is_signed_in } = useViewer()
  const [isDeleted, setDeleted] = useState(false)
  const { tools, notices, takeBack: runUndo } = useTools(thread)
  useRefetchAsMember(forumPaths.api.thread(meta_slug), thread.for_member)
  useScrollToComment(params.comment, is_known && (!is_signed_in || comments.pages[0]?.for_member === true))
  const restore = async () => {
    await send(client, 'POST', forumPaths.api.threadRestore(meta_slug))
    setDeleted(false)
  }
  return (
    <ThreadContext value={tools}>
      <main className="frame max-w-(--frame-text) py-7">
        <ThreadHead thread={thread} page={comments.pages[0]} params={params} />
        <Steps thread={thread} />
        <ActionIcons />
        {isDeleted ? (
          <DeletedThread title={thread.title} onUndo={() => void runUndo({ text: '', undo: restore })} />
        ) : (
          <>
            <ThreadText onDeleted={() => setDeleted(true)} />
            <Comments params={params} />
          </>
        )}
        {notices}
      </main>
    </ThreadContext>
  )
}
