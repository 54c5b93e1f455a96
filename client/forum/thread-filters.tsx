import { Search } from 'lucide-react'
import { useId } from 'react'
import { threadOrders, ForumQuery } from '#shared/forum/schema.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useAddressFilters } from '../app/lists/use-address-filters.ts'
import { usePageQuery } from '../app/page-query.ts'
import { useTranslate } from './messages.ts'
import type { ForumFilters as Filters } from './forum.queries.ts'

type Filtering = ReturnType<typeof useThreadFilters>

/** Search field and order select. Without scripts they are a plain form. */
export function ThreadFilters({ filters, chosen, choose, isPending }: Filtering) {
  const t = useTranslate()
  return (
    <search>
      <form
        method="get"
        className="relative mt-4 grid items-end gap-2 sm:grid-cols-[1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          const q = new FormData(event.currentTarget).get('q')
          choose({ q: typeof q === 'string' ? q.trim() : '' })
        }}
      >
        <SearchField q={filters.q} />
        {/* Search results are ordered by relevance. */}
        {!filters.q && (
          <label className="flex items-center gap-2 text-sm">
            {t('forum.order')}
            <select
              name="order"
              value={chosen.order ?? ''}
              onChange={(event) => choose({ order: event.currentTarget.value })}
              className="field"
            >
              {threadOrders.map((order) => (
                <option key={order} value={order === 'latest' ? '' : order}>
                  {t(`forum.orders.${order}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        {(['section', 'in', 'author'] as const).map(
          (name) => chosen[name] && <input key={name} type="hidden" name={name} value={chosen[name]} />,
        )}
        {isPending && <Spinner label={t('common.loading')} className="absolute -top-6 right-0" />}
      </form>
    </search>
  )
}

function SearchField({ q }: Pick<Filters, 'q'>) {
  const t = useTranslate()
  const id = useId()
  return (
    <div className="flex gap-2">
      <label htmlFor={id} className="sr-only">
        {t('forum.search')}
      </label>
      <div className="relative min-w-0 flex-1">
        <Search className="pointer-events-none absolute top-3 left-3 size-5 text-muted" aria-hidden="true" />
        <input
          key={q}
          id={id}
          type="search"
          name="q"
          defaultValue={q}
          placeholder={t('forum.search')}
          autoComplete="off"
          maxLength={200}
          className="field field-search"
        />
      </div>
      <button type="submit" className="button button-quiet">
        {t('common.search_submit')}
      </button>
    </div>
  )
}

export const useThreadFilters = () => useAddressFilters<Filters>(usePageQuery(ForumQuery))
