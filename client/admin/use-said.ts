import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useToast } from '../ui/toast.tsx'

/** The toast of a page, which also says what was done on the page before: its `state.said`, once. */
export function useSaid(textOf: (said: string) => string) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { notice, show } = useToast()
  const said = (state as { said?: unknown } | null)?.said
  const text = typeof said === 'string' ? textOf(said) : ''
  useEffect(() => {
    if (text === '') return
    show(text)
    void navigate(pathname + search, { replace: true, state: null })
  }, [text, show, navigate, pathname, search])
  return { notice, show }
}
