import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { storeRedirect } from './redirect.ts'
import { preservePage } from './session.ts'
import { useViewer } from './viewer.ts'

export function useRequireSignIn(): boolean {
  const { is_known, is_signed_in } = useViewer()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!is_known || is_signed_in) return
    storeRedirect(pathname + search)
    location.replace(paths.login)
  }, [is_known, is_signed_in, pathname, search])
  useEffect(preservePage, [])
  return is_signed_in
}
