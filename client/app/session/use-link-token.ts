import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * The token of a mail's link. It leaves the address, and with it the history, as the page opens: only the router's memory
 * has it from then on.
 */
export function useLinkToken(): string {
  const [search] = useSearchParams()
  useEffect(() => {
    const address = new URL(location.href)
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
  }, [])
  return search.get('token') ?? ''
}
