import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forumPaths } from '#shared/forum/paths.ts'
import { withQuery } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { PagedList } from '../app/lists/paged-list.tsx'
import { writeStorage } from '../app/storage.ts'
import { useRefetchAsMember } from './for-viewer.ts'
import { threadListQuery } from './forum.queries.ts'
import type { ThreadListFilters } from './forum.queries.ts'
import { useTranslate } from './messages.ts'
import { ThreadRow } from './thread-row.tsx'

/** Pattern of the typed words, without word forms. The library's pattern has word forms and is ten times as large. */
export function highlightPatternOf(q: string): RegExp | null {
  const typed = q.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1)
  const words = typed.map((word) => word.replaceAll(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, '[-. ]?'))
  return words.length === 0 ? null : new RegExp(words.join('|'), 'giu')
}

type MyThreads = { filters: ThreadListFilters; isForMember: boolean; pages: number; hasPending: boolean }

/** Refetches the list for a member. Stores if it has pending threads: then the server's list is hidden at first. */
function useMyThreads({ filters, isForMember, pages, hasPending }: MyThreads) {
  useRefetchAsMember(forumPaths.api.threads(filters), isForMember, pages)
  const isWhole = Object.values(filters).every((value) => !value)
  useEffect(() => {
    if (isForMember && (isWhole || hasPending)) writeStorage('forum.pending', hasPending ? '1' : '0')
  }, [isForMember, isWhole, hasPending])
}

function NoThreads({ filters: { cursor, ...filters } }: { filters: ThreadListFilters }) {
  const t = useTranslate()
  const { q, author, languages } = filters
  const text = () => {
    if (cursor) return t('forum.no_more')
    if (q) return t('common.nothing_found')
    return author ? t('forum.empty_by', { name: author }) : t('forum.empty')
  }
  return (
    <div className="empty">
      <output className="block">{text()}</output>
      {!q && !author && !cursor && (
        <p>
          {t('forum.ask')}{' '}
          <Link
            to={withQuery(forumPaths.newThread, { section: filters.section })}
            className="blank"
            aria-label={t('forum.start')}
          >
            {'\u00a0'}
          </Link>
        </p>
      )}
      {!languages && (
        <Link to={forumPaths.forum({ ...filters, languages: 'all' })} className="button button-quiet">
          {t('forum.search_all')}
        </Link>
      )}
    </div>
  )
}

/** Names of the columns. Each number has a label of its own. */
function Columns() {
  const t = useTranslate()
  return (
    <p className="thread-columns" aria-hidden="true">
      {(['thread', 'section', 'comments', 'likes', 'active'] as const).map((name) => (
        <span key={name}>{t(`forum.columns.${name}`)}</span>
      ))}
    </p>
  )
}

export function ThreadList({ filters, isPending }: { filters: ThreadListFilters; isPending: boolean }) {
  const t = useTranslate()
  const query = useSuspenseInfiniteQuery(threadListQuery(filters))
  const { pages } = query.data
  const isForMember = pages[0]?.for_member === true
  const hasPending = pages.some(({ results }) => results.some(({ status }) => status === 'pending'))
  useMyThreads({ filters, isForMember, pages: pages.length, hasPending })
  const pattern = filters.q ? highlightPatternOf(filters.q) : null
  return (
    <PagedList
      query={query}
      filters={filters}
      addressOf={forumPaths.forum}
      renderItem={(thread) => <ThreadRow key={thread.id} thread={thread} pattern={pattern} />}
      empty={<NoThreads filters={filters} />}
      end={t('forum.no_more')}
      loaded={(count) => t('forum.loaded', { count })}
      lead={pages[0]?.results.length !== 0 && <Columns />}
      className={isForMember || query.isRefetchError ? '' : 'threads-for-visitors'}
      isPending={isPending}
    />
  )
}
