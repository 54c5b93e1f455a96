import type { InfiniteData, QueryKey, UseInfiniteQueryOptions } from '@tanstack/react-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { LoadMore, useFocusFirstNew } from '../app/load-more.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

type ListStateProps<Row> = {
  rows: readonly Row[] | undefined
  isError: boolean
  failed: string
  empty: ReactNode
  /** Renders the rows; not called for an empty list. */
  children: (rows: readonly Row[]) => ReactNode
}

/** Shows the rows of a list, or a message while it loads, after an error or if it is empty. */
export function ListState<Row>({ rows, isError, failed, empty, children }: ListStateProps<Row>) {
  const t = useTranslate()
  if (rows) return rows.length > 0 ? children(rows) : <p className="card mt-6 py-10 text-center text-muted">{empty}</p>
  if (!isError) return <Spinner label={t('common.loading')} className="mt-6" />
  return (
    <p role="alert" className="mt-6 text-danger">
      {failed}
    </p>
  )
}

type CardProps = { to: string; name: string; state?: string; note: string; aside?: string }

function Card({ to, name, state, note, aside }: CardProps) {
  return (
    <li className="card relative flex flex-wrap items-baseline justify-between gap-x-4 p-4">
      <div className="min-w-0">
        <Link to={to} dir="auto" className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand">
          {name}
        </Link>
        <p className="text-sm wrap-anywhere text-muted">
          {state !== undefined && (
            <>
              <span className="font-semibold text-text">{state}</span>
              {' · '}
            </>
          )}
          {note}
        </p>
      </div>
      {aside !== undefined && <p className="text-sm text-muted">{aside}</p>}
    </li>
  )
}

type CardListProps<Row> = Omit<ListStateProps<Row>, 'children'> & {
  note?: string
  add: { to: string; label: string }
  label: string
  card: (row: Row) => CardProps
  notice: ReactNode
}

export function CardList<Row extends { id: number }>(props: CardListProps<Row>) {
  const { note, add, label, card, notice, ...state } = props
  return (
    <>
      {note !== undefined && <p className="max-w-prose text-muted">{note}</p>}
      <AddLink {...add} />
      <ListState {...state}>
        {(rows) => (
          <ul aria-label={label} className="mt-6 grid max-w-3xl gap-3">
            {rows.map((row) => (
              <Card key={row.id} {...card(row)} />
            ))}
          </ul>
        )}
      </ListState>
      {notice}
    </>
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
export function usePagedList<Row, Key extends QueryKey>(query: PagesOptions<Row, Key>, end = '') {
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(query)
  const rows = data?.pages.flatMap(({ results }) => results)
  const { list, expect } = useFocusFirstNew(rows?.length ?? 0)
  const isLong = (data?.pages.length ?? 0) > 1 && end !== ''
  const more = (hasNextPage || isLong) && (
    <LoadMore
      address={data?.pages.at(-1)?.next ?? null}
      end={end}
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
