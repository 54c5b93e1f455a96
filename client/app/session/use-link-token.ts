import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Returns the token of a mail's link, and removes it from the address, so that the history does not contain it. */
export function useLinkToken(): string {
  const [search] = useSearchParams()
  useEffect(() => {
    const address = new URL(location.href)
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
  }, [])
  return search.get('token') ?? ''
}
