import { useSearchParams } from 'react-router-dom'
import type { PromptMissing } from '#shared/admin-library.ts'
import type { LibraryNoun } from '#shared/admin-paths.ts'
import { matching, oneOf, readQuery, searchText } from '#shared/query-params.ts'
import type { QuerySchema } from '#shared/query-params.ts'
import type { Filters } from './library.queries.ts'

const id = matching(/^[1-9]\d*$/, 9)
const flag = oneOf(['0', '1'])
const tier = matching(/^\d$/, 1)
export const missingParts = [
  'es',
  'short_description',
  'how_to_use',
  'known_issues',
  'models',
  'tags',
] as const satisfies PromptMissing[]
const parts = { tier, archived: flag }

const schemas: Record<LibraryNoun, QuerySchema> = {
  prompts: { q: searchText, category: id, use_case: id, model: id, tag: id, ...parts, missing: oneOf(missingParts) },
  'use-cases': { q: searchText, category: id, ...parts, translated: flag },
  categories: { q: searchText, group: id, ...parts, translated: flag },
  pipelines: { q: searchText, ...parts, translated: flag },
  groups: { q: searchText },
  models: { q: searchText },
  tags: { q: searchText },
}
/** What a list can be narrowed by, besides the search. */
export const filtersOf = (noun: LibraryNoun) => Object.keys(schemas[noun]).filter((name) => name !== 'q')

/** What narrows a list, as its address says. */
export function useListFilters(noun: LibraryNoun) {
  const [search, setSearch] = useSearchParams()
  const values = readQuery(schemas[noun], search)
  const filters: Filters = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const choose = (changes: Filters) => {
    // The use cases are those of one category.
    const former = 'category' in changes ? { ...filters, use_case: undefined } : filters
    const chosen = Object.entries({ ...former, ...changes }).filter(([, value]) => value)
    setSearch(Object.fromEntries(chosen) as Record<string, string>, { replace: true })
  }
  return { filters, choose }
}
