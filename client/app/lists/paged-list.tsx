import type { InfiniteData, UseSuspenseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadMore, PreviousPageLinks, useFocusFirstNew } from './load-more.tsx'

type Filters = Record<string, string | undefined>
type Page<Item> = { results: Item[]; next: string | null; previous?: string | null }
type PagedListProps<Item> = {
  query: UseSuspenseInfiniteQueryResult<InfiniteData<Page<Item>>>
  filters: Filters
  /** Address of the page that shows the results of filters. */
  addressOf: (filters: Filters) => string
  /** Part before the list. */
  lead?: ReactNode
  renderItem: (item: Item) => ReactNode
  empty: ReactNode
  end: string
  loaded: (count: number) => string
  className: string
  isPending: boolean
}

/** List with links to its other pages. With scripts, more items are added in place, and the first new one is focused. */
export function PagedList<Item extends { id: number }>({ query, filters, addressOf, ...props }: PagedListProps<Item>) {
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  // An item may have moved to the next page between two requests.
  const items = [...new Map(data.pages.flatMap(({ results }) => results).map((item) => [item.id, item])).values()]
  const pageAddress = (path: string | null | undefined) =>
    path ? addressOf(Object.fromEntries(new URL(path, 'http://site').searchParams)) : null
  const next = pageAddress(data.pages.at(-1)?.next)
  const { list, arrived, expect } = useFocusFirstNew(items.length)
  const fetchMore = () => {
    expect()
    void fetchNextPage()
  }
  return (
    <>
      {filters.cursor && (
        <PreviousPageLinks
          previous={pageAddress(data.pages[0]?.previous)}
          first={addressOf({ ...filters, cursor: undefined })}
        />
      )}
      {next && <link rel="next" href={next} />}
      {props.lead}
      {items.length === 0 && props.empty}
      {items.length > 0 && (
        <ul ref={list} className={props.className} aria-busy={props.isPending}>
          {items.map(props.renderItem)}
        </ul>
      )}
      {items.length > 0 && (next || data.pages.length > 1 || filters.cursor) && (
        <LoadMore
          address={next}
          end={props.end}
          isLoading={isFetchingNextPage}
          isFailed={isFetchNextPageError}
          fetchMore={fetchMore}
        />
      )}
      <output className="sr-only">{arrived > 0 && props.loaded(arrived)}</output>
    </>
  )
}
