import type { QueryClient } from '@tanstack/react-query'

export type HydratedQuery = { key: readonly unknown[]; data: object }

/** Data that came with the page and was not refetched yet: public, and hydrated with the page. */
const pageAnswers = new WeakSet<object>()

export function addPageQueries(client: QueryClient, queries: HydratedQuery[]): void {
  for (const { key, data } of queries) {
    client.setQueryData(key, data)
    pageAnswers.add(data)
  }
}

/** Called when the user changes: refetches active queries and removes others, except data that hydration needs. */
export function resetQueries(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: ({ state }) => !pageAnswers.has(state.data as object) })
  void client.invalidateQueries()
}
