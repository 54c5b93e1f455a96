import { createContext, use, useLayoutEffect, useState, useTransition } from 'react'
import type { ReactNode } from 'react'
import { Router, useLocation, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'

const NavigatingContext = createContext(false)
export const useIsNavigating = () => use(NavigatingContext)

/** BrowserRouter that shows no pending state during a navigation. */
export function SiteRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  const [isNavigating, startTransition] = useTransition()
  useLayoutEffect(
    () => history.listen((next) => startTransition(() => setState({ action: next.action, location: next.location }))),
    [history],
  )
  return (
    <NavigatingContext value={isNavigating}>
      <Router location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </NavigatingContext>
  )
}

/** State of a dialog or menu that a navigation closes. */
export function useOpenUntilNavigation(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  return [openAt === key, (isOpen) => setOpenAt(isOpen ? key : null)]
}
