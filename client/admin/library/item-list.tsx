import type { LibraryNoun, OrderedNoun } from '#shared/admin/paths.ts'
import { withQuery } from '#shared/paths.ts'
import { AddLink, ListState, usePagedList } from '../list.tsx'
import { useFlashMessage } from '../use-flash-message.ts'
import { adminRoutes } from './admin-routes.ts'
import { BulkBar, useSelection } from './bulk-bar.tsx'
import { ItemRow } from './item-row.tsx'
import { rowsQuery } from './library.queries.ts'
import type { LibraryFilters } from './library.queries.ts'
import { ListFilters, useListFilters } from './list-filters.tsx'
import { useTranslate } from './messages.ts'
import { OrderedList } from './ordered-list.tsx'

type RowsProps = { noun: LibraryNoun; filters: LibraryFilters; show: (text: string) => void }

function Rows({ noun, filters, show }: RowsProps) {
  const t = useTranslate()
  const { rows, isError, list, more } = usePagedList(rowsQuery(noun, filters))
  const selection = useSelection(rows?.map(({ id }) => id) ?? [])
  const isSelectable = noun === 'prompts'
  return (
    <>
      <ListState rows={rows} isError={isError} failed={t('rows.failed')} empty={t(`nouns.${noun}.empty`)}>
        {(found) => (
          <>
            {isSelectable && <BulkBar filters={filters} selection={selection} show={show} />}
            <ul ref={list} aria-label={t(`nouns.${noun}.all`)} className="mt-4 grid gap-2">
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
          </>
        )}
      </ListState>
      {more}
    </>
  )
}

const hasOrder = (noun: LibraryNoun): noun is OrderedNoun =>
  noun === 'categories' || noun === 'use-cases' || noun === 'pipelines' || noun === 'sets'

/** True if the list has a manual order and no filter hides items. */
const isOrdered = (noun: LibraryNoun, filters: LibraryFilters) => {
  const names = Object.keys(filters)
  if (noun === 'use-cases') return names.join(' ') === 'category'
  return hasOrder(noun) && names.length === 0
}

export function ItemList({ noun }: { noun: LibraryNoun }) {
  const t = useTranslate()
  const { filters, choose } = useListFilters(noun)
  const { notice, show } = useFlashMessage(() => t('item.removed'))
  const { category, use_case, group } = filters
  const key = JSON.stringify(filters)
  return (
    <>
      <AddLink
        to={withQuery(adminRoutes.item(noun, 'new'), { category, use_case, group })}
        label={t(`nouns.${noun}.add`)}
      />
      <ListFilters noun={noun} filters={filters} choose={choose} />
      {hasOrder(noun) && isOrdered(noun, filters) ? (
        <OrderedList key={key} noun={noun} category={category} show={show} />
      ) : (
        <>
          {hasOrder(noun) && (
            <p className="mt-4 text-sm text-muted">
              {t(noun === 'use-cases' && category === undefined ? 'order.within' : 'order.filtered')}
            </p>
          )}
          <Rows key={key} noun={noun} filters={filters} show={show} />
        </>
      )}
      {notice}
    </>
  )
}
