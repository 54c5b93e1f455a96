import { useInfiniteQuery, useQueryClient, infiniteQueryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReviewItem } from '#shared/forum/moderation.ts'
import { ReviewPage } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { pagesQuery } from '../app/api.ts'

const cardOf = (key: string) => document.querySelector<HTMLElement>(`[data-review="${key}"]`)

/** Review list and its focus. A decided item is removed, and the next item gets the focus. */
export function useReviewList() {
  const client = useQueryClient()
  const list = useInfiniteQuery(reviewQuery)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const items: ReviewItem[] = data?.pages.flatMap(({ results }) => results) ?? []
  const lastRemoved = useRef<{ key: string; next: string } | null>(null)
  const isPageEmpty = data !== undefined && items.length === 0 && hasNextPage

  useEffect(() => {
    if (isPageEmpty && !isFetchingNextPage) void fetchNextPage()
  }, [isPageEmpty, isFetchingNextPage, fetchNextPage])
  useEffect(() => {
    if (!lastRemoved.current || cardOf(lastRemoved.current.key)) return
    const next =
      cardOf(lastRemoved.current.next) ?? document.querySelector<HTMLElement>('[data-review], [data-review-end]')
    if (!next) return
    lastRemoved.current = null
    next.focus()
  })

  function removeItem(key: string) {
    const at = items.findIndex((item) => item.key === key)
    lastRemoved.current = { key, next: items[at + 1]?.key ?? items[at - 1]?.key ?? '' }
    client.setQueryData(
      reviewQuery.queryKey,
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({ ...page, results: page.results.filter((item) => item.key !== key) })),
        },
    )
  }
  return { list, items, removeItem }
}

/** Focuses the item after or before `from`, or the first item. */
export function moveFocus(items: ReviewItem[], from: string | undefined, by: 1 | -1): void {
  const at = items.findIndex(({ key }) => key === from)
  const to = items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + by))]
  const card = to && cardOf(to.key)
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'start' })
}

const reviewQuery = infiniteQueryOptions({
  ...pagesQuery(moderationPaths.api.review(), import.meta.env.DEV && ReviewPage, ['moderation', 'review']),
  // Not cached, since a cached item may be decided by now.
  gcTime: 0,
})
