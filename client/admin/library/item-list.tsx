import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun, OrderedNoun } from '#shared/admin/paths.ts'
import { withQuery } from '#shared/paths.ts'
import { send } from '../../app/api.ts'
import { useNumberFormat } from '../../app/i18n.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { EntityRows, ListPage } from '../entity-list.tsx'
import type { RowProps } from '../entity-list.tsx'
import { usePagedList } from '../list.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { adminRoutes } from './admin-routes.ts'
import { BulkBar, useSelection } from './bulk-bar.tsx'
import { allRowsQuery, invalidateLibraryLists, libraryKey, rowsQuery } from './library.queries.ts'
import type { AdminItemRow, LibraryFilters } from './library.queries.ts'
import { ListFilters, useListFilters } from './list-filters.tsx'
import { useTranslate } from './messages.ts'
import { useTierName } from './tiers.ts'

/** Returns a function that makes the row of an item in a list. */
function useRow(noun: LibraryNoun) {
  const t = useTranslate()
  const tierName = useTierName()
  const average = useNumberFormat(2)
  return (row: AdminItemRow): RowProps => {
    const { required_tier, effective_tier, gaps = [], rating_avg, rating_count = 0 } = row
    const isRaised = effective_tier !== undefined && effective_tier !== required_tier
    const notes = [
      row.use_case?.name,
      row.category?.name,
      required_tier !== undefined && tierName(required_tier),
      isRaised && t('rows.raised', { tier: tierName(effective_tier) }),
      row.category_count !== undefined && t('counts.categories', { count: row.category_count }),
      row.use_case_count !== undefined && t('counts.use_cases', { count: row.use_case_count }),
      row.step_count !== undefined && t('counts.steps', { count: row.step_count }),
      row.prompt_count !== undefined && t('counts.prompts', { count: row.prompt_count }),
      rating_avg != null && t('rows.rating', { average: average(rating_avg), count: rating_count }),
      row.is_hidden_by_prompt && t('rows.hidden_prompt'),
      row.is_hidden_by_parent && t('rows.hidden'),
      row.gaps === undefined && row.is_translated === false && t('rows.untranslated'),
      gaps.length > 0 && t('rows.missing', { gaps: gaps.map((gap) => t(`gaps.${gap}`)).join(', ') }),
    ]
    return {
      to: adminRoutes.item(noun, row.id),
      name: row.name,
      state: row.is_archived && t('rows.archived'),
      notes: notes.some(Boolean) ? notes : [row.slug],
    }
  }
}

type RowsProps<Noun> = { noun: Noun; filters: LibraryFilters; show: (text: string) => void }

/** Rows of a filtered list. Prompts have checkboxes for a change of many at once. */
function FilteredRows({ noun, filters, show }: RowsProps<LibraryNoun>) {
  const t = useTranslate()
  const { rows, isError, list, more } = usePagedList(rowsQuery(noun, filters))
  const selection = useSelection(rows?.map(({ id }) => id) ?? [])
  const row = useRow(noun)
  const isSelectable = noun === 'prompts'
  const checkboxOf = ({ id, name }: AdminItemRow) => (
    <label className="relative z-10 flex size-11 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        aria-label={t('bulk.select', { name })}
        checked={selection.has(id)}
        onChange={() => selection.toggle(id)}
      />
    </label>
  )
  return (
    <>
      {isSelectable && rows && rows.length > 0 && <BulkBar {...{ filters, selection, show }} />}
      <EntityRows
        {...{ rows, isError, list }}
        label={t(`nouns.${noun}.all`)}
        empty={t(`nouns.${noun}.empty`)}
        row={(one) => ({ ...row(one), before: isSelectable && checkboxOf(one) })}
      />
      {more}
    </>
  )
}

type ByNameProps = RowsProps<'categories' | 'use-cases'> & { count: number }

function ByNameButton({ noun, filters: { category }, show, count }: ByNameProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const body = category === undefined ? {} : { body: { category_id: Number(category) } }
  return (
    <ConfirmButton
      label={t('order.by_name')}
      title={t('order.by_name_question')}
      isDisabled={count === 0}
      className="button button-quiet"
      send={() => send(client, 'POST', adminPaths.api.libraryByName(noun), body)}
      onDone={() => {
        show(t('order.by_name_done'))
        invalidateLibraryLists(client)
      }}
    >
      <p>{t('order.by_name_note', { count })}</p>
    </ConfirmButton>
  )
}

/** Rows of a list in manual order. */
function OrderedRowsOf({ noun, filters, show }: RowsProps<OrderedNoun>) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const query = allRowsQuery(noun, filters)
  const { data: rows, isError } = useQuery(query)
  const count = rows?.filter(({ position }) => position != null).length ?? 0
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{tAdmin('order.note')}</p>
        {noun !== 'pipelines' && noun !== 'sets' && <ByNameButton {...{ noun, filters, show, count }} />}
      </div>
      <EntityRows
        {...{ rows, isError }}
        label={t(`nouns.${noun}.all`)}
        empty={t(`nouns.${noun}.empty`)}
        row={useRow(noun)}
        order={{
          listKey: query.queryKey,
          keys: [libraryKey],
          pathOf: ({ id }) => adminPaths.api.libraryMove(noun, id),
          show,
        }}
      />
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
  const { category, use_case, group } = filters
  const key = JSON.stringify(filters)
  return (
    <ListPage
      add={{
        to: withQuery(adminRoutes.item(noun, 'new'), { category, use_case, group }),
        label: t(`nouns.${noun}.add`),
      }}
      above={<ListFilters noun={noun} filters={filters} choose={choose} />}
    >
      {(show) =>
        hasOrder(noun) && isOrdered(noun, filters) ? (
          <OrderedRowsOf key={key} {...{ noun, filters, show }} />
        ) : (
          <>
            {hasOrder(noun) && (
              <p className="mt-4 text-sm text-muted">
                {t(noun === 'use-cases' && category === undefined ? 'order.within' : 'order.filtered')}
              </p>
            )}
            <FilteredRows key={key} {...{ noun, filters, show }} />
          </>
        )
      }
    </ListPage>
  )
}
