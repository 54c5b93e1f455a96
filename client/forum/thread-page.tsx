import {
  usePrefetchInfiniteQuery,
  useQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { isModerator, ThreadQuery } from '#shared/forum.ts'
import type { Thread } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { paths } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import { send } from '../app/api.ts'
import { meQuery } from '../app/me.queries.ts'
import { usePageQuery } from '../app/page-query.ts'
import type { Loader } from '../app/routes.tsx'
import { useMemberAnswer } from '../app/for-viewer.ts'
import { useViewer } from '../app/viewer.ts'
import { useToast } from '../ui/toast.tsx'
import { useParam } from '../ui/use-param.ts'
import { ActionIcons } from './action-icon.tsx'
import { Comments } from './comments.tsx'
import { DeletedThread } from './deleted-thread.tsx'
import { ThreadContext } from './thread-context.tsx'
import { ThreadHead } from './thread-head.tsx'
import { ThreadText } from './thread-text.tsx'
import { commentsQuery, repliesQuery, threadQuery } from './thread.queries.ts'
import type { Place } from './thread.queries.ts'
import { useTranslate } from './thread.messages.ts'
import { UndoToast } from './undo-toast.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useReveal } from './use-reveal.ts'

export const load: Loader = async ({ params, search, client, query }) => {
  const meta_slug = params.meta_slug ?? ''
  const place: Place = readQuery(ThreadQuery, search)
  const { comment, cursor } = place
  await Promise.all([
    query(threadQuery(meta_slug)),
    client.fetchInfiniteQuery(commentsQuery(meta_slug, place)),
    comment !== undefined &&
      cursor !== undefined &&
      client.fetchInfiniteQuery(
        repliesQuery(meta_slug, Number(comment), forumPaths.api.replies(Number(comment), { cursor })),
      ),
  ])
}

type Undo = { text: string; undo: () => Promise<unknown> }

/** What the parts of the page share: what is said, what can be taken back, and where the focus goes. */
function useTools(thread: Thread) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const { data: me } = useQuery({ ...meQuery, enabled: is_signed_in })
  const { notice, show: say } = useToast()
  const [offered, setOffered] = useState<Undo | null>(null)
  const arrivals = useArrivals()
  const endOffer = useCallback(() => setOffered(null), [])
  const tools = useMemo(
    () => ({
      thread,
      isOpen: thread.status === 'published' && !thread.is_hidden,
      isModerator: is_signed_in && isModerator(me ?? null),
      say,
      offerUndo: (text: string, undo: () => Promise<unknown>) => setOffered({ text, undo }),
      ...arrivals,
    }),
    [thread, is_signed_in, me, say, arrivals],
  )
  const takeBack = async ({ undo }: Undo) => {
    endOffer()
    await undo().then(
      () => say(t('told.restored')),
      () => say(t('told.failed')),
    )
  }
  const notices = (
    <>
      {notice}
      {offered && <UndoToast text={offered.text} onUndo={() => void takeBack(offered)} onEnd={endOffer} />}
    </>
  )
  return { tools, notices, takeBack }
}

function Steps({ thread: { section } }: { thread: Thread }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('place.label')} className="mb-3 text-sm text-muted">
      <ol className="flex flex-wrap gap-x-2 leading-6">
        <li>
          <Link to={paths.forum} className="text-brand underline">
            {t('place.forum')}
          </Link>
        </li>
        <li className="flex min-w-0 gap-x-2">
          <span aria-hidden="true">/</span>
          <Link to={forumPaths.forum({ section: section.slug })} className="min-w-0 text-brand underline" dir="auto">
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
  const place: Place = usePageQuery(ThreadQuery)
  usePrefetchInfiniteQuery(commentsQuery(meta_slug, place))
  const { data: thread } = useSuspenseQuery(threadQuery(meta_slug))
  const { data: comments } = useSuspenseInfiniteQuery(commentsQuery(meta_slug, place))
  const { is_known, is_signed_in } = useViewer()
  const [isDeleted, setDeleted] = useState(false)
  const { tools, notices, takeBack } = useTools(thread)
  useMemberAnswer(forumPaths.api.thread(meta_slug), thread.for_member)
  useReveal(place.comment, is_known && (!is_signed_in || comments.pages[0]?.for_member === true))
  const restore = async () => {
    await send(client, 'POST', forumPaths.api.threadRestore(meta_slug))
    setDeleted(false)
  }
  return (
    <ThreadContext value={tools}>
      <main className="frame py-8">
        <div className="max-w-4xl">
          <ThreadHead thread={thread} page={comments.pages[0]} place={place} />
          <Steps thread={thread} />
          <ActionIcons />
          {isDeleted ? (
            <DeletedThread title={thread.title} onUndo={() => void takeBack({ text: '', undo: restore })} />
          ) : (
            <>
              <ThreadText onDeleted={() => setDeleted(true)} />
              <Comments place={place} />
            </>
          )}
          {notices}
        </div>
      </main>
    </ThreadContext>
  )
}
