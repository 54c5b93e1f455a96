import { useSearchParams } from 'react-router-dom'
import { useHydrated } from '../ui/use-hydrated.ts'

const none = new URLSearchParams()

/** Empty until hydration: the server's page is the same for every query that it does not look at. */
export function useAddressQuery(): URLSearchParams {
  const [search] = useSearchParams()
  return useHydrated() ? search : none
}
