import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useToast } from '../ui/toast.tsx'

/** State of a navigation whose page shows the message once. */
export const flash = (message: string) => ({ flash: message })

/** Toast of a page, which also shows the message that the page before left with the navigation. */
export function useFlashMessage(textOf: (message: string) => string) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { notice, show } = useToast()
  const message = (state as { flash?: unknown } | null)?.flash
  const text = typeof message === 'string' ? textOf(message) : ''
  useEffect(() => {
    if (text === '') return
    show(text)
    void navigate(pathname + search, { replace: true, state: null })
  }, [text, show, navigate, pathname, search])
  return { notice, show }
}
