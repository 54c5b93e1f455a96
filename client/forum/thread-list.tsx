import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ThreadCard } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { LoadMore, useFocusFirstNew, PreviousPageLinks } from '../app/load-more.tsx'
import { writeStorage } from '../app/storage.ts'
import { useRefetchAsMember } from './for-viewer.ts'
import { threadListQuery } from './forum.queries.ts'
import type { ThreadListFilters } from './forum.queries.ts'
import { useTranslate } from './messages.ts'
import { ThreadRow } from './thread-row.tsx'

/** Page of this site that shows the results of an API path. */
const addressOf = (path: string) => forumPaths.forum(Object.fromEntries(new URL(path, 'http://site').searchParams))

/** Pattern of the typed words, without word forms. The library's pattern has word forms and is ten times as large. */
export function highlightPatternOf(q: string): RegExp | null {
  const typed = q.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1)
  const words = typed.map((word) => word.replaceAll(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, '[-. ]?'))
  return words.length === 0 ? null : new RegExp(words.join('|'), 'giu')
}

/** Removes duplicates: a thread may have moved to the next page between two requests. */
const once = (threads: ThreadCard[]) => [...new Map(threads.map((thread) => [thread.id, thread])).values()]

type MyThreads = { filters: ThreadListFilters; isForMember: boolean; pages: number; hasPending: boolean }

/** Refetches the list for a member. Stores if it has pending threads: then the server's list is hidden at first. */
function useMyThreads({ filters, isForMember, pages, hasPending }: MyThreads) {
  useRefetchAsMember(forumPaths.api.threads(filters), isForMember, pages)
  const isWhole = Object.values(filters).every((value) => !value)
  useEffect(() => {
    if (isForMember && (isWhole || hasPending)) writeStorage('forum.pending', hasPending ? '1' : '0')
  }, [isForMember, isWhole, hasPending])
}

function NoThreads({ filters: { q, author, cursor } }: { filters: ThreadListFilters }) {
  const t = useTranslate()
  const text = () => {
    if (cursor) return t('forum.no_more')
    if (q) return t('common.nothing_found')
    return author ? t('forum.empty_by', { name: author }) : t('forum.empty')
  }
  return <output className="mt-6 block text-muted">{text()}</output>
}

export function ThreadList({ filters, isPending }: { filters: ThreadListFilters; isPending: boolean }) {
  const t = useTranslate()
  const { data, isRefetchError, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSuspenseInfiniteQuery(
    threadListQuery(filters),
  )
  const threads = once(data.pages.flatMap(({ results }) => results))
  const next = data.pages.at(-1)?.next
  const previous = data.pages[0]?.previous
  const isForMember = data.pages[0]?.for_member === true
  const hasPending = threads.some(({ status }) => status === 'pending')
  useMyThreads({ filters, isForMember, pages: data.pages.length, hasPending })
  const { list, arrived, expect } = useFocusFirstNew(threads.length)
  const pattern = filters.q ? highlightPatternOf(filters.q) : null
  return (
    <>
      {next && <link rel="next" href={addressOf(next)} />}
      {filters.cursor && (
        <PreviousPageLinks
          previous={previous ? addressOf(previous) : null}
          first={forumPaths.forum({ ...filters, cursor: undefined })}
        />
      )}
      {threads.length === 0 && <NoThreads filters={filters} />}
      <ul
        ref={list}
        className={`mt-5 grid gap-3 ${isForMember || isRefetchError ? '' : 'threads-for-visitors'}`}
        aria-busy={isPending}
      >
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} pattern={pattern} />
        ))}
      </ul>
      {threads.length > 0 && (next || data.pages.length > 1 || filters.cursor) && (
        <LoadMore
          address={next ? addressOf(next) : null}
          end={t('forum.no_more')}
          isLoading={isFetchingNextPage}
          isFailed={isFetchNextPageError}
          fetchMore={() => {
            expect()
            void fetchNextPage()
          }}
        />
      )}
      <output className="sr-only">{arrived > 0 && t('forum.loaded', { count: arrived })}</output>
    </>
  )
}
