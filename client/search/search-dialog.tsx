import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useCombobox } from '../ui/use-combobox.ts'
import { searchWordsPattern } from './highlight-pattern.ts'
import { useTranslate } from './messages.ts'
import { OptionList } from './option-list.tsx'
import { useFound } from './use-found.ts'
import type { Found } from './use-found.ts'
import './search.css'

const countOf = ({ groups }: Found) => groups.reduce((sum, { options }) => sum + options.length, 0)

function useLoadMore(found: Found, mark: (index: number) => void) {
  const field = useRef<HTMLInputElement>(null)
  const firstNew = useRef<number | null>(null)
  const count = countOf(found)
  useEffect(() => {
    const index = firstNew.current
    if (index === null || count <= index) return
    firstNew.current = null
    field.current?.focus()
    mark(index)
  }, [count, mark])
  const fetchMore = () => {
    firstNew.current = count
    void found.answer.fetchNextPage()
  }
  return { field, fetchMore }
}

function Status({ found }: { found: Found }) {
  const t = useTranslate()
  if (found.q === '') return null
  return found.isBusy ? t('search.searching') : t('search.shown', { count: countOf(found) })
}

type SearchFieldProps = { found: Found; field: RefObject<HTMLInputElement | null>; box: ReturnType<typeof useCombobox> }

function SearchField({ found, field, box }: SearchFieldProps) {
  const t = useTranslate()
  const { typed, setTyped, groups, isOld, isBusy } = found
  const count = countOf(found)
  const oldCount = isOld ? groups.reduce((sum, group) => sum + (group.isOld ? group.options.length : 0), 0) : 0
  // Enter must not open a result of the earlier words.
  const onKeyDown = (event: KeyboardEvent) =>
    event.key === 'Enter' && box.index >= count - oldCount ? event.preventDefault() : box.onKeyDown(event)
  return (
    <div className="search-sentence">
      <span aria-hidden="true">{t('search.sentence')}</span>
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={t('common.search')}
        placeholder={t('search.placeholder')}
        value={typed}
        onChange={(event) => (box.unmark(), setTyped(event.currentTarget.value))}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        autoComplete="off"
        maxLength={200}
        className="search-field"
        {...box.fieldProps}
      />
      {isBusy && <Spinner />}
      <DialogClose className="icon-button" aria-label={t('dialog.close')}>
        <X className="size-5" />
      </DialogClose>
    </div>
  )
}

/** Search of the library, and all actions of the site. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const found = useFound()
  const { q, groups, answer, isBusy } = found
  const keys = groups.flatMap(({ options }) => options.map(({ key }) => key))
  const box = useCombobox({ keys, isOpen: true, setOpen: () => {}, marksFirst: true })
  const { field, fetchMore } = useLoadMore(found, box.mark)
  const canFetchMore = q !== '' && answer.hasNextPage && !answer.isError
  return (
    <Dialog title={t('common.search')} isTitleHidden initialFocus={field} onClose={onClose} className="dialog-search">
      <SearchField found={found} field={field} box={box} />
      <output className="sr-only">
        <Status found={found} />
      </output>
      {groups.length > 0 && (
        <OptionList
          groups={groups}
          pattern={q === '' ? null : searchWordsPattern(q)}
          box={box}
          onClose={onClose}
          {...(canFetchMore && { fetchMore })}
        />
      )}
      {groups.length === 0 && !isBusy && !answer.isError && (
        <p className="p-5">
          {t('common.nothing_found')} <span className="block text-muted">{t('search.nothing_found_hint')}</span>
        </p>
      )}
      {answer.isError && q !== '' && <Failed retry={answer.refetch} />}
    </Dialog>
  )
}

function Failed({ retry }: { retry: () => unknown }) {
  const t = useTranslate()
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 p-5">
      {t('search.failed')}
      <button type="button" className="button button-quiet" onClick={() => void retry()}>
        {t('search.retry')}
      </button>
    </p>
  )
}
