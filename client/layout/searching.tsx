import { createContext, lazy, Suspense, use, useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { useOpenHere } from './open-here.ts'

const SearchContext = createContext<() => void>(() => {})
/** Fetched when somebody first wants to search. */
const SearchDialog = lazy(async () => ({ default: (await import('../library/search-dialog.tsx')).SearchDialog }))

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** What is inside may open the search of the whole library; so does the key / from any page. */
export function Searching({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useOpenHere()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <SearchContext value={() => setOpen(true)}>
      {children}
      <Suspense>{isOpen && <SearchDialog onClose={() => setOpen(false)} />}</Suspense>
    </SearchContext>
  )
}

/** Opens the search of the whole library. */
export const useSearch = () => use(SearchContext)
