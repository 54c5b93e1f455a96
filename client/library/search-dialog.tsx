import { useInfiniteQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useSay } from '../i18n.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useCombobox } from '../ui/use-combobox.ts'
import { useSettled } from '../ui/use-settled.ts'
import { FoundPrompts } from './found-prompts.tsx'
import { promptSearchQuery } from './library.queries.ts'

const storageKey = 'search'

/** What was last sought in this tab, and what it finds. */
function useFound() {
  const [typed, setTyped] = useState(() => sessionStorage.getItem(storageKey) ?? '')
  useEffect(() => sessionStorage.setItem(storageKey, typed), [typed])
  const sought = useSettled(typed.trim())
  const answer = useInfiniteQuery({ ...promptSearchQuery(sought), enabled: sought !== '' })
  const prompts = sought === '' ? null : (answer.data?.pages.flatMap(({ results }) => results) ?? null)
  return { typed, setTyped, sought, prompts, answer }
}

/** Fetches more, marks the first of them and gives the focus back to the field. */
function useMore({ prompts, answer }: ReturnType<typeof useFound>, mark: (place: number) => void) {
  const field = useRef<HTMLInputElement>(null)
  const firstNew = useRef<number | null>(null)
  const count = prompts?.length ?? 0
  useEffect(() => {
    const place = firstNew.current
    if (place === null || count <= place) return
    firstNew.current = null
    field.current?.focus()
    mark(place)
  }, [count, mark])
  const fetchMore = () => {
    firstNew.current = count
    void answer.fetchNextPage()
  }
  return { field, fetchMore }
}

/** The search of the whole library, from any page. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const found = useFound()
  const { typed, setTyped, sought, prompts, answer } = found
  const box = useCombobox({ keys: prompts?.map(({ slug }) => slug) ?? [], isOpen: sought !== '', setOpen: () => {} })
  const { field, fetchMore } = useMore(found, box.mark)
  const isBusy = answer.isFetching || typed.trim() !== sought
  // What Enter opens belongs to the words that are there, not to those before.
  const onKeyDown = (event: KeyboardEvent) =>
    event.key === 'Enter' && isBusy ? event.preventDefault() : box.onKeyDown(event)
  return (
    <Dialog title={say('search.open')} isTitleHidden initialFocus={field} onClose={onClose} className="dialog-search">
      <div className="relative flex items-center gap-2 border-b border-line p-2">
        <Search className="ml-2 size-5 shrink-0 text-muted" />
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label={say('search.open')}
          placeholder={say('search.placeholder')}
          value={typed}
          onChange={(event) => (box.unmark(), setTyped(event.currentTarget.value))}
          onKeyDown={onKeyDown}
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
          maxLength={200}
          className="min-h-11 min-w-0 flex-1 rounded-lg bg-transparent px-2"
          {...box.fieldProps}
        />
        {sought !== '' && isBusy && <Spinner />}
        <DialogClose className="icon-button" aria-label={say('dialog.close')}>
          <X className="size-5" />
        </DialogClose>
      </div>
      <output className="sr-only">
        {sought !== '' &&
          (isBusy ? say('search.searching') : prompts && say('search.shown', { count: prompts.length }))}
      </output>
      {sought === '' && <p className="p-5 text-muted">{say('search.hint')}</p>}
      {prompts && (
        <FoundPrompts
          prompts={prompts}
          isOld={answer.isPlaceholderData}
          sought={sought}
          box={box}
          onOpened={onClose}
          {...(answer.hasNextPage && !answer.isError && { fetchMore })}
        />
      )}
      {answer.isError && sought !== '' && (
        <p role="alert" className="flex flex-wrap items-center gap-3 p-5">
          {say('search.failed')}
          <button type="button" className="button button-quiet" onClick={() => void answer.refetch()}>
            {say('search.retry')}
          </button>
        </p>
      )}
    </Dialog>
  )
}
