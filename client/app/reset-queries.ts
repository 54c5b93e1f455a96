import type { QueryClient } from '@tanstack/react-query'

export type HydratedQuery = { key: readonly unknown[]; data: object }

/** Query data that the server sent with the page. It is public, and hydration needs it. */
const pageAnswers = new WeakSet<object>()

export function addPageQueries(client: QueryClient, queries: HydratedQuery[]): void {
  for (const { key, data } of queries) {
    client.setQueryData(key, data)
    pageAnswers.add(data)
  }
}

/** Called when the user changes. Refetches active queries and removes others, except data that hydration needs. */
export function resetQueries(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: ({ state }) => !pageAnswers.has(state.data as object) })
  void client.invalidateQueries()
}
