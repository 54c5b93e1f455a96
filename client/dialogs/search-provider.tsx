import { createContext, use, useEffect, useEffectEvent, useTransition } from 'react'
import type { ReactNode } from 'react'
import { SearchDialog } from '../app/routes.tsx'
import { useOpenUntilNavigation } from '../app/use-open-until-navigation.ts'
import { Progress } from '../ui/progress.tsx'

type Search = {
  open: () => void
  prepare: () => Promise<void>
}
const SearchContext = createContext<Search | null>(null)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** What is inside may open the search of the whole library; so does the key / from any page. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const [isOpening, startOpening] = useTransition()
  const open = () =>
    startOpening(async () => {
      await SearchDialog.prepare()
      startOpening(() => setOpen(true))
    })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || isDialogOpen()) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <SearchContext value={{ open, prepare: SearchDialog.prepare }}>
      {children}
      {isOpening && <Progress />}
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </SearchContext>
  )
}

export function useSearch(): Search {
  const search = use(SearchContext)
  if (!search) throw new Error('Nothing is searched outside <SearchProvider>.')
  return search
}
