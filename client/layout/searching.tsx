import { createContext, lazy, startTransition, Suspense, use, useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { useOpenHere } from './open-here.ts'

const fetchDialog = () => import('../library/search-dialog.tsx')
const prepare = () => void fetchDialog().catch(() => {})
/** Fetched when somebody is about to search. */
const SearchDialog = lazy(async () => ({ default: (await fetchDialog()).SearchDialog }))

type Search = {
  open: () => void
  /** Fetches what opening will need, so that it opens at once. */
  prepare: () => void
}
const SearchContext = createContext<Search | null>(null)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** What asks for an answer is not covered by a search. */
const isAsked = () => document.querySelector('dialog[open]') !== null

/** What is inside may open the search of the whole library; so does the key / from any page. */
export function Searching({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useOpenHere()
  const open = () => startTransition(() => setOpen(true))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || isAsked()) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <SearchContext value={{ open, prepare }}>
      {children}
      <Suspense>{isOpen && <SearchDialog onClose={() => setOpen(false)} />}</Suspense>
    </SearchContext>
  )
}

/** Opens the search of the whole library. */
export function useSearch(): Search {
  const search = use(SearchContext)
  if (!search) throw new Error('Nothing is searched outside <Searching>.')
  return search
}
