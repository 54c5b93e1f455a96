import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isLocked } from '#shared/library.ts'
import type { UseCaseTitle } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { Lock } from '../ui/lock.tsx'
import { Marked } from '../ui/marked.tsx'
import { useCombobox } from '../ui/use-combobox.ts'
import { useSettled } from '../ui/use-settled.ts'
import { useViewer } from '../viewer.ts'
import { ItemLink } from './item-link.tsx'
import { useCaseSearchQuery } from './library.queries.ts'
import { SearchBox } from './search-box.tsx'
import { partPattern } from './sought.ts'

type MatchesProps = {
  matches: UseCaseTitle[]
  words: string
  box: ReturnType<typeof useCombobox>
  onOpened: () => void
}

function Matches({ matches, words, box, onOpened }: MatchesProps) {
  const say = useSay()
  const viewer = useViewer()
  if (matches.length === 0) return <p className="p-3 text-muted">{say('library.nothing_found')}</p>
  return (
    <ul {...box.listProps} aria-label={say('category.use_cases')} className="max-h-96 overflow-y-auto">
      {matches.map((useCase, place) => (
        <li key={useCase.slug} role={box.listProps.role && 'presentation'}>
          <ItemLink
            item={useCase}
            to={paths.libraryUseCase(useCase.slug)}
            className="menu-item justify-between"
            onOpened={onOpened}
            {...box.optionProps(place)}
          >
            <span className="min-w-0">
              <Marked text={useCase.title} pattern={partPattern(words)} />
            </span>
            {isLocked(useCase, viewer.tier) && <Lock label={say('library.locked')} />}
          </ItemLink>
        </li>
      ))}
    </ul>
  )
}

/** Of what was found before, what still holds the words; nothing is said of them until their own answer is here. */
function still(matches: UseCaseTitle[], words: string): UseCaseTitle[] | undefined {
  const kept = matches.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()))
  return kept.length > 0 ? kept : undefined
}

/** What was typed and what it finds: no answer is shown for words that are no longer there. */
function useMatches(free: boolean) {
  const [search] = useSearchParams()
  const [typed, setTyped] = useState(search.get('q') ?? '')
  const [isOpen, setOpen] = useState(typed.trim() !== '')
  const words = typed.trim()
  const sought = useSettled(words)
  const answer = useQuery({ ...useCaseSearchQuery(sought, free), enabled: sought !== '' })
  const isWaiting = words !== sought || answer.isPlaceholderData || answer.isFetching
  const found = sought === '' ? undefined : answer.data
  const matches = isWaiting && found ? still(found, words) : found
  const type = (text: string) => {
    setTyped(text)
    setOpen(text.trim() !== '')
  }
  return { typed, type, words, matches, isWaiting, isError: answer.isError && !isWaiting, isOpen, setOpen }
}

/** Finds use cases by their title as one types; a blank box shows nothing. Without scripts it is a plain form. */
export function UseCaseSearch({ free, keep }: { free: boolean; keep: Record<string, string> }) {
  const say = useSay()
  const { typed, type, words, matches, isWaiting, isError, isOpen, setOpen } = useMatches(free)
  const found = isOpen ? matches : undefined
  const box = useCombobox({ keys: matches?.map(({ slug }) => slug) ?? [], isOpen, setOpen })
  const whole = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    box.unmark()
    return isOpen
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => !whole.current?.contains(relatedTarget) && close()
  return (
    <div ref={whole} onBlur={onBlur}>
      <SearchBox
        typed={typed}
        onType={(text) => (box.unmark(), type(text))}
        placeholder={say('library.search_placeholder')}
        keep={keep}
        isBusy={isWaiting && words !== ''}
        onEscape={() => found !== undefined && close()}
        onKeyDown={box.onKeyDown}
        onClick={() => setOpen(words !== '')}
        fieldProps={box.fieldProps}
      >
        <output className="sr-only">{found && !isWaiting && say('library.matches', { count: found.length })}</output>
        {(found || (isOpen && isError)) && (
          <div className="menu search-matches">
            {found && <Matches matches={found} words={words} box={box} onOpened={close} />}
            {!found && <p className="p-3">{say('library.search_failed')}</p>}
          </div>
        )}
      </SearchBox>
    </div>
  )
}
