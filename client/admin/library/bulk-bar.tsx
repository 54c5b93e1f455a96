import { useState } from 'react'
import { BulkDialog } from './bulk-dialog.tsx'
import type { LibraryFilters } from './library.queries.ts'
import { useTranslate } from './messages.ts'

/** Selection in a list: either single rows, or every row that the filters match. */
export function useSelection(shown: readonly number[]) {
  const [ids, setIds] = useState<readonly number[]>([])
  const [isAll, setAll] = useState(false)
  return {
    ids,
    isAll,
    isPage: shown.length > 0 && shown.every((id) => ids.includes(id)),
    has: (id: number) => isAll || ids.includes(id),
    /** Toggles a row. After "select all", deselecting a row keeps only the other rows on the page selected. */
    toggle: (id: number) => {
      const former = isAll ? shown : ids
      setAll(false)
      setIds(former.includes(id) ? former.filter((one) => one !== id) : [...former, id])
    },
    choosePage: () => {
      setAll(false)
      setIds(shown)
    },
    chooseAll: () => setAll(true),
    clear: () => {
      setAll(false)
      setIds([])
    },
  }
}
type Selection = ReturnType<typeof useSelection>

type BulkBarProps = { filters: LibraryFilters; selection: Selection; show: (text: string) => void }

export function BulkBar({ filters, selection, show }: BulkBarProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { ids, isAll, isPage, choosePage, chooseAll, clear } = selection
  const isAny = isAll || ids.length > 0
  return (
    <div className="sticky top-16 z-20 -mx-2 mt-4 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 bg-ground px-2 py-2">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={isPage || isAll}
          onChange={({ target }) => (target.checked ? choosePage() : clear())}
        />
        {t('bulk.page')}
      </label>
      {isPage && !isAll && (
        <button type="button" className="button button-quiet" onClick={chooseAll}>
          {t('bulk.all')}
        </button>
      )}
      <output className="text-sm text-muted">
        {isAll ? t('bulk.chosen_all') : isAny && t('bulk.chosen', { count: ids.length })}
      </output>
      {isAny && (
        <span className="ml-auto flex flex-wrap gap-2">
          <button type="button" className="button button-quiet" onClick={clear}>
            {t('bulk.clear')}
          </button>
          <button type="button" className="button" onClick={() => setOpen(true)}>
            {t('bulk.open')}
          </button>
        </span>
      )}
      {isOpen && (
        <BulkDialog
          selected={isAll ? { filter: { ...filters, q: filters.q ?? '' }, expected_count: null } : { ids: [...ids] }}
          onDone={(count) => {
            setOpen(false)
            clear()
            show(t('bulk.done', { count }))
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
