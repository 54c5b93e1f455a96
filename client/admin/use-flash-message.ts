import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useToast } from '../ui/toast.tsx'

/** Navigation state with a message that the next page shows once. */
export const flashState = (message: string) => ({ flash: message })

export function useFlashMessage() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { notice, show } = useToast()
  const message = (state as { flash?: unknown } | null)?.flash
  const text = typeof message === 'string' ? message : ''
  useEffect(() => {
    if (text === '') return
    show(text)
    void navigate(pathname + search, { replace: true, state: null })
  }, [text, show, navigate, pathname, search])
  return { notice, show }
}
