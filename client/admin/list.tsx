import type { InfiniteData, QueryKey, UseInfiniteQueryOptions } from '@tanstack/react-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '../app/link.tsx'
import { LoadMore, useFocusFirstNew } from '../app/lists/load-more.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

type ListStateProps<Row> = {
  rows: readonly Row[] | undefined
  isError: boolean
  empty: ReactNode
  /** Renders the rows; not called for an empty list. */
  children: (rows: readonly Row[]) => ReactNode
}

/** Shows the rows of a list, or a message while it loads, after an error or if it is empty. */
export function ListState<Row>({ rows, isError, empty, children }: ListStateProps<Row>) {
  const t = useTranslate()
  if (rows) return rows.length > 0 ? children(rows) : <p className="empty">{empty}</p>
  if (!isError) return <Spinner label={t('common.loading')} className="mt-6" />
  return (
    <p role="alert" className="mt-6 text-danger">
      {t('entity.failed')}
    </p>
  )
}

export function AddLink({ to, label }: { to: string; label: string }) {
  return (
    <p className="mt-4 first:mt-0">
      <Link to={to} className="button">
        {label}
      </Link>
    </p>
  )
}

type Page<Row> = { results: Row[]; next: string | null }
type PagesOptions<Row, Key extends QueryKey> = UseInfiniteQueryOptions<
  Page<Row>,
  Error,
  InfiniteData<Page<Row>>,
  Key,
  string
>

/** Rows of a paginated list and the "load more" button below them. */
export function usePagedList<Row, Key extends QueryKey>(query: PagesOptions<Row, Key>) {
  const t = useTranslate()
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(query)
  const rows = data?.pages.flatMap(({ results }) => results)
  const { list, expect } = useFocusFirstNew(rows?.length ?? 0)
  const isLong = (data?.pages.length ?? 0) > 1
  const more = (hasNextPage || isLong) && (
    <LoadMore
      address={data?.pages.at(-1)?.next ?? null}
      end={t('entity.end')}
      isLoading={isFetchingNextPage}
      isFailed={isFetchNextPageError}
      fetchMore={() => {
        expect()
        void fetchNextPage()
      }}
    />
  )
  return { rows, isError, list, more }
}
