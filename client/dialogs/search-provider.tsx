import { createContext, use, useEffect, useEffectEvent, useTransition } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { island } from '../app/island.tsx'
import { IslandLoadError } from '../app/load-error.tsx'
import { useOpenUntilNavigation } from '../app/site-router.tsx'
import { Progress } from '../ui/progress.tsx'
import { usePageKeys } from './use-page-keys.ts'

type Search = {
  open: () => void
  prepare: () => Promise<void>
  openShortcuts: () => void
}
const SearchContext = createContext<Search | null>(null)

type DialogProps = { onClose: () => void }
type SearchDialog = ComponentType<DialogProps> & { prepare: () => Promise<void> }
type SearchProviderProps = { SearchDialog: SearchDialog; children: ReactNode }

const ShortcutsDialog = island<DialogProps>(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog, {
  pending: <Progress />,
  Failed: IslandLoadError,
})

/** Opens the dialog of the search and that of the shortcuts, each with its key. */
export function SearchProvider({ SearchDialog, children }: SearchProviderProps) {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const [isHelpOpen, setHelpOpen] = useOpenUntilNavigation()
  const [isOpening, startOpening] = useTransition()
  const open = () =>
    startOpening(async () => {
      await SearchDialog.prepare()
      startOpening(() => setOpen(true))
    })
  const openShortcuts = () => setHelpOpen(true)
  usePageKeys((event) => {
    if (event.key === '/') open()
    else if (event.key === '?') openShortcuts()
    else return
    event.preventDefault()
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (document.querySelector('dialog[open]') === null) open()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <SearchContext value={{ open, prepare: SearchDialog.prepare, openShortcuts }}>
      {children}
      {isOpening && <Progress />}
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
      {isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
    </SearchContext>
  )
}

export function useSearch(): Search {
  const search = use(SearchContext)
  if (!search) throw new Error('Nothing is searched outside <SearchProvider>.')
  return search
}
