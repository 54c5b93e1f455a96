import { Search } from 'lucide-react'
import { useId } from 'react'
import { threadOrders, ForumQuery } from '#shared/forum/schema.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useAddressFilters } from '../app/lists/use-address-filters.ts'
import { usePageQuery } from '../app/page-query.ts'
import { useTranslate } from './messages.ts'
import { LanguageSwitch } from './language-switch.tsx'
import type { ForumFilters as Filters } from './forum.queries.ts'

type Filtering = ReturnType<typeof useThreadFilters>

/** Search field and order select. Without scripts they are a plain form. */
export function ThreadFilters({ filters, chosen, choose, isPending }: Filtering) {
  const t = useTranslate()
  return (
    <search>
      <form
        method="get"
        className="forum-tools"
        onSubmit={(event) => {
          event.preventDefault()
          const q = new FormData(event.currentTarget).get('q')
          choose({ q: typeof q === 'string' ? q.trim() : '' })
        }}
      >
        <SearchField q={filters.q} />
        {/* Search results are ordered by relevance. */}
        {!filters.q && (
          <select
            name="order"
            aria-label={t('forum.order')}
            value={chosen.order ?? ''}
            onChange={(event) => choose({ order: event.currentTarget.value })}
          >
            {threadOrders.map((order) => (
              <option key={order} value={order === 'latest' ? '' : order}>
                {t(`forum.orders.${order}`)}
              </option>
            ))}
          </select>
        )}
        <LanguageSwitch languages={chosen.languages} choose={choose} />
        {(['section', 'in', 'author'] as const).map(
          (name) => chosen[name] && <input key={name} type="hidden" name={name} value={chosen[name]} />,
        )}
        {isPending && <Spinner label={t('common.loading')} className="absolute -bottom-5 right-0" />}
      </form>
    </search>
  )
}

function SearchField({ q }: Pick<Filters, 'q'>) {
  const t = useTranslate()
  const id = useId()
  return (
    <div className="search">
      <label htmlFor={id} className="sr-only">
        {t('forum.search')}
      </label>
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
      <button type="submit" className="sr-only focus-visible:not-sr-only">
        {t('common.search_submit')}
      </button>
    </div>
  )
}

export const useThreadFilters = () => useAddressFilters<Filters>(usePageQuery(ForumQuery))
