import type { QueryClient } from '@tanstack/react-query'

/**
 * What was fetched for somebody else is asked again where it is shown, and forgotten elsewhere. What has no function yet
 * came with the page and waits for the part that uses it: hydrated with anything else, that would not fit.
 */
export function forgetQueries(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: ({ options }) => options.queryFn !== undefined })
  void client.invalidateQueries()
}
