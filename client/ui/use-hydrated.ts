import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts have taken over the page: false on the server and in the first rendering of its page. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
