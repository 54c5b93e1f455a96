import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { LibraryQuery } from '#shared/library/schema.ts'
import type { UseCaseTitle } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { containsTyped } from '#shared/typed-text.ts'
import { usePageQuery } from '../app/page-query.ts'
import { Highlight } from '../app/lists/highlight.tsx'
import { useCombobox } from '../ui/use-combobox.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { writeStorage } from '../app/storage.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemLock } from '../search/item-lock.tsx'
import { useSearch } from '../dialogs/search-provider.tsx'
import { useCaseSearchQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { SearchBox, titlePartPattern } from '../search/search-box.tsx'

type SearchMenuProps = MatchesProps & { onSearchPrompts: () => void }

function SearchMenu({ onSearchPrompts, ...props }: SearchMenuProps) {
  const t = useTranslate()
  const search = useSearch()
  return (
    <div className="menu search-matches">
      <Matches {...props} />
      <button
        type="button"
        className="menu-item needs-script w-full text-brand"
        onClick={onSearchPrompts}
        onPointerEnter={() => void search.prepare()}
      >
        <span className="min-w-0" dir="auto">
          {t('library.search_prompts', { words: props.words })}
        </span>
      </button>
    </div>
  )
}

type MatchesProps = {
  /** Undefined if the request has failed. */
  matches: UseCaseTitle[] | undefined
  words: string
  box: ReturnType<typeof useCombobox>
  onOpened: () => void
}

function Matches({ matches, words, box, onOpened }: MatchesProps) {
  const t = useTranslate()
  if (!matches) return <p className="p-3">{t('library.search_failed')}</p>
  if (matches.length === 0) return <p className="p-3 text-muted">{t('common.nothing_found')}</p>
  return (
    <ul {...box.listProps} aria-label={t('category.use_cases')} className="max-h-96 overflow-y-auto">
      {matches.map((useCase, index) => (
        <li key={useCase.slug} role={box.listProps.role && 'presentation'}>
          <ItemLink
            item={useCase}
            to={paths.libraryUseCase(useCase.slug)}
            className="menu-item justify-between"
            onOpened={onOpened}
            {...box.optionProps(index)}
          >
            <span className="min-w-0" dir="auto">
              <Highlight text={useCase.title} pattern={titlePartPattern(words)} />
            </span>
            <ItemLock item={useCase} />
          </ItemLink>
        </li>
      ))}
    </ul>
  )
}

/** Returns the earlier matches that still contain the words, for the time until the response; undefined for none. */
function filterStale(matches: UseCaseTitle[], words: string): UseCaseTitle[] | undefined {
  const matching = matches.filter(({ title }) => containsTyped(title, words))
  return matching.length > 0 ? matching : undefined
}

function useMatches(free: boolean) {
  const { q = '' } = usePageQuery(LibraryQuery)
  const [typed, setTyped] = useState(q)
  const [isOpen, setOpen] = useState(typed.trim() !== '')
  const words = typed.trim()
  const query = useDebounced(words)
  const answer = useQuery({ ...useCaseSearchQuery(query, free), enabled: query !== '' })
  const isWaiting = words !== query || answer.isPlaceholderData || answer.isFetching
  const found = query === '' ? undefined : answer.data
  const matches = isWaiting && found ? filterStale(found, words) : found
  const type = (text: string) => {
    setTyped(text)
    setOpen(text.trim() !== '')
  }
  return { typed, type, words, matches, isWaiting, isError: answer.isError && !isWaiting, isOpen, setOpen }
}

export function UseCaseSearch({ free, otherParams }: { free: boolean; otherParams: Record<string, string> }) {
  const t = useTranslate()
  const { typed, type, words, matches, isWaiting, isError, isOpen, setOpen } = useMatches(free)
  const found = isOpen ? matches : undefined
  const box = useCombobox({ keys: matches?.map(({ slug }) => slug) ?? [], isOpen, setOpen })
  const container = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    box.unmark()
    return isOpen
  }
  const search = useSearch()
  const searchPrompts = () => {
    writeStorage('search', words)
    search.open()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && words !== '' && !found?.length) searchPrompts()
    else box.onKeyDown(event)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => !container.current?.contains(relatedTarget) && close()
  return (
    <div ref={container} onBlur={onBlur}>
      <SearchBox
        label={t('library.search')}
        typed={typed}
        onType={(text) => (box.unmark(), type(text))}
        placeholder={t('library.search_placeholder')}
        otherParams={otherParams}
        isBusy={isWaiting && words !== ''}
        onEscape={() => found !== undefined && close()}
        onKeyDown={onKeyDown}
        onClick={() => setOpen(words !== '')}
        fieldProps={box.fieldProps}
      >
        <output className="sr-only">{found && !isWaiting && t('library.matches', { count: found.length })}</output>
        {(found || (isOpen && isError)) && (
          <SearchMenu matches={found} words={words} box={box} onOpened={close} onSearchPrompts={searchPrompts} />
        )}
      </SearchBox>
    </div>
  )
}
