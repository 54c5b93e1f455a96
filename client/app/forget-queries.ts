import type { QueryClient } from '@tanstack/react-query'

export type KnownQuery = { key: readonly unknown[]; data: object }

/** What came with the page and nothing has taken the place of: said to everybody, and what the page is hydrated with. */
const pageAnswers = new WeakSet<object>()

export function addPageQueries(client: QueryClient, queries: KnownQuery[]): void {
  for (const { key, data } of queries) {
    client.setQueryData(key, data)
    pageAnswers.add(data)
  }
}

/**
 * What was fetched for somebody else is asked again where it is shown, and forgotten elsewhere. What came with the page
 * stays until it is asked again: a part that is still to be hydrated, or a rendering under way, would miss it.
 */
export function forgetQueries(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: ({ state }) => !pageAnswers.has(state.data as object) })
  void client.invalidateQueries()
}
