import { useQueries } from '@tanstack/react-query'
import type { PromptMissing } from '#shared/admin/library.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { patternParam, choiceParam, searchParam } from '#shared/query-params.ts'
import type { QuerySchema } from '#shared/query-params.ts'
import { Link } from '../../app/link.tsx'
import { FilterForm, useFilters } from '../filter-form.tsx'
import { optionsOf } from '../form-fields.tsx'
import { adminRoutes } from './admin-routes.ts'
import { useTierOptions } from './tiers.ts'
import { allRowsQuery } from './library.queries.ts'
import type { LibraryFilters } from './library.queries.ts'
import { useTranslate } from './messages.ts'

const id = patternParam(/^[1-9]\d*$/, 9)
const flag = choiceParam(['0', '1'])
const tier = patternParam(/^\d$/, 1)
const missingParts = [
  'es',
  'short_description',
  'how_to_use',
  'known_issues',
  'models',
  'tags',
] as const satisfies PromptMissing[]
const parts = { tier, archived: flag }

const schemas: Record<LibraryNoun, QuerySchema> = {
  prompts: {
    q: searchParam,
    category: id,
    use_case: id,
    model: id,
    tag: id,
    ...parts,
    missing: choiceParam(missingParts),
  },
  'use-cases': { q: searchParam, category: id, ...parts, translated: flag },
  categories: { q: searchParam, group: id, ...parts, translated: flag },
  pipelines: { q: searchParam, ...parts, translated: flag },
  sets: { q: searchParam },
  groups: { q: searchParam },
  models: { q: searchParam },
  tags: { q: searchParam },
}

export function useListFilters(noun: LibraryNoun) {
  const { filters, choose } = useFilters(schemas[noun])
  return {
    filters: filters as LibraryFilters,
    // A change of the category removes the use case, which belongs to one category.
    choose: (changes: LibraryFilters) => choose('category' in changes ? { use_case: undefined, ...changes } : changes),
  }
}

const lists = { category: 'categories', use_case: 'use-cases', group: 'groups', model: 'models', tag: 'tags' } as const
type ListName = keyof typeof lists
type Name = ListName | 'tier' | 'archived' | 'translated' | 'missing'
const isList = (name: Name): name is ListName => name in lists

function useChoices(noun: LibraryNoun, { category }: LibraryFilters) {
  const t = useTranslate()
  const tiers = useTierOptions()
  const names = (Object.keys(schemas[noun]).filter((name) => name !== 'q') as Name[]).filter(
    (name) => name !== 'use_case' || category !== undefined,
  )
  const listed = names.filter(isList)
  const queries = listed.map((name) => allRowsQuery(lists[name], name === 'use_case' ? { category } : {}))
  const found = useQueries({ queries })
  const flagsOf = (name: 'archived' | 'translated') =>
    (['0', '1'] as const).map((value) => ({ value, name: t(`filters.${name}_${value}`) }))
  const optionsFor = (name: Name) => {
    if (isList(name)) return optionsOf(found[listed.indexOf(name)]?.data)
    if (name === 'tier') return tiers
    return name === 'missing' ? missingParts.map((value) => ({ value, name: t(`gaps.${value}`) })) : flagsOf(name)
  }
  return names.map((name) => ({ name, label: t(`filters.${name}`), options: optionsFor(name) }))
}

type ListFiltersProps = { noun: LibraryNoun; filters: LibraryFilters; choose: (changes: LibraryFilters) => void }
export function ListFilters({ noun, filters, choose }: ListFiltersProps) {
  const t = useTranslate()
  return (
    <>
      <FilterForm<string>
        filters={filters}
        choose={choose}
        fields={[{ name: 'q', label: t('filters.search') }]}
        choices={useChoices(noun, filters)}
      />
      {Object.keys(filters).length > 0 && (
        <p className="mt-2">
          <Link to={adminRoutes.list(noun)} className="text-brand underline">
            {t('filters.clear')}
          </Link>
        </p>
      )}
    </>
  )
}
