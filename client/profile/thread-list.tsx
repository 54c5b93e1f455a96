import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ThreadCard } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { paths } from '#shared/paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { EmptySection } from './empty-section.tsx'
import { useTranslate } from './messages.ts'

type ThreadListProps<Thread> = {
  list: {
    data: { pages: { results: Thread[] }[] } | undefined
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  empty: string
  renderRow: (thread: Thread) => ReactNode
}

/** Each thread once, though it may have moved from one page to the next. */
const once = <Thread extends ThreadCard>(threads: Thread[]) => [
  ...new Map(threads.map((thread) => [thread.id, thread])).values(),
]

export function ThreadList<Thread extends ThreadCard>({ list, empty, renderRow }: ThreadListProps<Thread>) {
  const t = useTranslate()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const failed = isError && (
    <p role="alert" className="mt-4">
      <span className="text-danger">{t('common.load_failed')}</span>{' '}
      {!data && (
        <button type="button" className="button button-quiet ml-2" onClick={() => void refetch()}>
          {t('failed.retry')}
        </button>
      )}
    </p>
  )
  if (!data) return failed || <Spinner label={t('loading')} className="mt-4" />
  const threads = once(data.pages.flatMap(({ results }) => results))
  if (threads.length === 0) return <EmptySection text={empty} link={t('threads.link')} to={paths.forum} />
  return (
    <>
      <ul className="mt-4 grid gap-3">
        {threads.map((thread) => (
          <li key={thread.id} className="card">
            <h3 className="text-lg leading-snug font-bold">
              <Link to={forumPaths.thread(thread.meta_slug)} className="text-text hover:text-brand" dir="auto">
                {thread.title}
              </Link>
            </h3>
            {renderRow(thread)}
          </li>
        ))}
      </ul>
      {failed}
      {hasNextPage && (
        <p className="mt-6 text-center">
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage && <Spinner />}
            {t(isFetchingNextPage ? 'common.loading' : 'common.load_more')}
          </button>
        </p>
      )}
    </>
  )
}
