import { createContext, use, useTransition } from 'react'
import type { ReactNode } from 'react'
import { SearchDialog } from '../app/routes.tsx'
import { useOpenUntilNavigation } from '../app/use-open-until-navigation.ts'
import { Progress } from '../ui/progress.tsx'
import { usePageKeys } from '../ui/use-page-keys.ts'

type Search = {
  open: () => void
  prepare: () => Promise<void>
}
const SearchContext = createContext<Search | null>(null)

/** What is inside may open the search of the whole library; so does the key / from any page. */
export function SearchProvider({ children }: { children: ReactNode }) {
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
