import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first render. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
