import { useSearchParams } from 'react-router-dom'
import { useHydrated } from './use-hydrated.ts'

const none = new URLSearchParams()

/** The query of the address once scripts have taken over: the server's page is the same for every query that it does not look at. */
export function useQueryOfAddress(): URLSearchParams {
  const [search] = useSearchParams()
  return useHydrated() ? search : none
}
