import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { LibraryNoun, OrderedNoun } from '#shared/admin-paths.ts'
import { LoadMore, useArrivals } from '../../app/load-more.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useSaid } from '../use-said.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ItemRow } from './item-row.tsx'
import { rowsQuery } from './library.queries.ts'
import type { Filters } from './library.queries.ts'
import { ListFilters } from './list-filters.tsx'
import { useTranslate } from './messages.ts'
import { OrderedList } from './ordered-list.tsx'
import { places } from './places.ts'
import { useListFilters } from './use-list-filters.ts'
import { useSelection } from './use-selection.ts'

type RowsProps = { noun: LibraryNoun; filters: Filters; say: (text: string) => void }

function Rows({ noun, filters, say }: RowsProps) {
  const t = useTranslate()
  const rows = useInfiniteQuery(rowsQuery(noun, filters))
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = rows
  const found = data?.pages.flatMap(({ results }) => results) ?? []
  const selection = useSelection(found.map(({ id }) => id))
  const { list, expect } = useArrivals(found.length)
  const fetchMore = () => {
    expect()
    void fetchNextPage()
  }
  const isSelectable = noun === 'prompts'
  return (
    <>
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('rows.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data && found.length === 0 && (
        <p className="card mt-6 py-10 text-center text-muted">{t(`nouns.${noun}.empty`)}</p>
      )}
      {isSelectable && found.length > 0 && <BulkBar filters={filters} selection={selection} say={say} />}
      <ul ref={list} hidden={found.length === 0} aria-label={t(`nouns.${noun}.all`)} className="mt-4 grid gap-2">
        {found.map((row) => (
          <li key={row.id}>
            <ItemRow
              noun={noun}
              row={row}
              before={
                isSelectable && (
                  <label className="relative z-10 flex size-11 shrink-0 items-center justify-center">
                    <input
                      type="checkbox"
                      aria-label={t('bulk.select', { name: row.name })}
                      checked={selection.has(row.id)}
                      onChange={() => selection.toggle(row.id)}
                    />
                  </label>
                )
              }
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore
          address={places.list(noun, filters)}
          end=""
          isLoading={isFetchingNextPage}
          isFailed={isFetchNextPageError}
          fetchMore={fetchMore}
        />
      )}
    </>
  )
}

const hasOrder = (noun: LibraryNoun): noun is OrderedNoun =>
  noun === 'categories' || noun === 'use-cases' || noun === 'pipelines'

/** Where the list is whole and has an order of its own. */
const isOrdered = (noun: LibraryNoun, filters: Filters) => {
  const names = Object.keys(filters)
  if (noun === 'use-cases') return names.join(' ') === 'category'
  return hasOrder(noun) && names.length === 0
}

export function ItemList({ noun }: { noun: LibraryNoun }) {
  const t = useTranslate()
  const { filters, choose } = useListFilters(noun)
  const { notice, show } = useSaid(() => t('item.removed'))
  const { category, use_case, group } = filters
  const key = JSON.stringify(filters)
  return (
    <>
      <p className="mb-5">
        <Link
          to={`${places.item(noun, 'new')}${places.list(noun, { category, use_case, group }).slice(places.list(noun).length)}`}
          className="button"
        >
          {t(`nouns.${noun}.add`)}
        </Link>
      </p>
      <ListFilters noun={noun} filters={filters} choose={choose} />
      {hasOrder(noun) && isOrdered(noun, filters) ? (
        <OrderedList key={key} noun={noun} category={category} say={show} />
      ) : (
        <>
          {hasOrder(noun) && (
            <p className="mt-4 text-sm text-muted">
              {t(noun === 'use-cases' && category === undefined ? 'order.within' : 'order.filtered')}
            </p>
          )}
          <Rows key={key} noun={noun} filters={filters} say={show} />
        </>
      )}
      {notice}
    </>
  )
}
