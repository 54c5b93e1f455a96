import { createContext, use, useTransition } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useOpenUntilNavigation } from '../app/site-router.tsx'
import { Progress } from '../ui/progress.tsx'
import { usePageKeys } from '../ui/use-page-keys.ts'

type Search = {
  open: () => void
  prepare: () => Promise<void>
}
const SearchContext = createContext<Search | null>(null)

type SearchDialog = ComponentType<{ onClose: () => void }> & { prepare: () => Promise<void> }
type SearchProviderProps = { SearchDialog: SearchDialog; children: ReactNode }

export function SearchProvider({ SearchDialog, children }: SearchProviderProps) {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const [isOpening, startOpening] = useTransition()
  const open = () =>
    startOpening(async () => {
      await SearchDialog.prepare()
      startOpening(() => setOpen(true))
    })
  usePageKeys((event) => {
    if (event.key !== '/') return
    event.preventDefault()
    open()
  })
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
