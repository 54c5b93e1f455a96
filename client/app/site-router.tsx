import { createContext, use, useLayoutEffect, useState, useTransition } from 'react'
import type { ReactNode } from 'react'
import {
  NavigationType,
  Router,
  useLocation,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router-dom'

const NavigatingContext = createContext(false)
export const useIsNavigating = () => use(NavigatingContext)

let loadPage: ((path: string) => Promise<void>) | undefined
/** Sets the function that loads a page. A navigation to another page waits for it. */
export const setPageLoader = (load: typeof loadPage) => void (loadPage = load)

/** BrowserRouter that shows no pending state during a navigation. */
export function SiteRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  const [loadingKey, setLoadingKey] = useState<string | null>(null)
  const [isNavigating, startTransition] = useTransition()
  useLayoutEffect(() => {
    let shown = history.location
    return history.listen(({ action: type, location: next }) => {
      const show = () => {
        if (history.location.key !== next.key) return
        shown = next
        setLoadingKey(null)
        startTransition(() => setState({ action: type, location: next }))
      }
      // Data of a page in the history is usually stored.
      if (!loadPage || type === NavigationType.Pop || next.pathname === shown.pathname) return show()
      setLoadingKey(next.key)
      void loadPage(next.pathname + next.search).then(show)
    })
  }, [history])
  return (
    <NavigatingContext value={isNavigating || loadingKey !== null}>
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
