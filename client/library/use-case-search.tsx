import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isLocked } from '#shared/library.ts'
import type { UseCaseTitle } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { Lock } from '../ui/lock.tsx'
import { useViewer } from '../viewer.ts'
import { ItemLink } from './item-link.tsx'
import { useCaseSearchQuery } from './library.queries.ts'
import { SearchBox } from './search-box.tsx'

function Matches({ matches }: { matches: UseCaseTitle[] }) {
  const say = useSay()
  const viewer = useViewer()
  if (matches.length === 0) return <p className="p-3 text-muted">{say('library.nothing_found')}</p>
  return (
    <ul className="max-h-96 overflow-y-auto p-1">
      {matches.map((useCase) => (
        <li key={useCase.slug}>
          <ItemLink
            item={useCase}
            to={paths.libraryUseCase(useCase.slug)}
            className="side-link flex items-center justify-between gap-2"
          >
            {useCase.title}
            {isLocked(useCase, viewer.tier) && <Lock label={say('library.locked')} />}
          </ItemLink>
        </li>
      ))}
    </ul>
  )
}

/** Finds use cases by their title as one types; a blank box shows nothing. Without scripts it is a plain form. */
export function UseCaseSearch({ free }: { free: boolean }) {
  const say = useSay()
  const [search] = useSearchParams()
  const [typed, setTyped] = useState(search.get('q') ?? '')
  const sought = useDeferredValue(typed.trim())
  const { data: matches } = useQuery({ ...useCaseSearchQuery(sought, free), enabled: sought !== '' })
  return (
    <SearchBox typed={typed} onType={setTyped} placeholder={say('library.search_placeholder')} free={free}>
      {typed.trim() !== '' && sought !== '' && matches && (
        <div className="absolute top-full z-10 mt-1 w-full rounded-lg border border-line bg-surface shadow-lg">
          <output className="sr-only">{say('library.matches', { count: matches.length })}</output>
          <Matches matches={matches} />
        </div>
      )}
    </SearchBox>
  )
}
