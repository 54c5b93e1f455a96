import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link } from 'react-router-dom'
import type { LibraryNoun } from '#shared/admin-paths.ts'
import { optionsOf, useTierOptions } from './form-fields.tsx'
import type { Option } from '../form-fields.tsx'
import { allRowsQuery } from './library.queries.ts'
import type { Filters } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { places } from './places.ts'
import { filtersOf, missingParts } from './use-list-filters.ts'

type Choosing = { filters: Filters; choose: (changes: Filters) => void }
type Name = 'category' | 'use_case' | 'group' | 'model' | 'tag' | 'tier' | 'archived' | 'translated' | 'missing'

function Choice({ name, options, filters, choose }: Choosing & { name: Name; options: readonly Option[] }) {
  const t = useTranslate()
  return (
    <label className="grid min-w-0 gap-1 text-sm">
      {t(`filters.${name}`)}
      <select className="field" value={filters[name] ?? ''} onChange={({ target }) => choose({ [name]: target.value })}>
        <option value="">{t('filters.any')}</option>
        {options.map(({ value, name: said }) => (
          <option key={value} value={value}>
            {said}
          </option>
        ))}
      </select>
    </label>
  )
}

const lists = { category: 'categories', use_case: 'use-cases', group: 'groups', model: 'models', tag: 'tags' } as const
const isOfList = (name: Name): name is keyof typeof lists => name in lists

function ListChoice({ name, ...choosing }: Choosing & { name: keyof typeof lists }) {
  const { category } = choosing.filters
  const { data } = useQuery(allRowsQuery(lists[name], name === 'use_case' ? { category } : {}))
  return <Choice name={name} options={optionsOf(data)} {...choosing} />
}

function FixedChoice({ name, ...choosing }: Choosing & { name: 'tier' | 'archived' | 'translated' | 'missing' }) {
  const t = useTranslate()
  const tiers = useTierOptions()
  const options = {
    tier: tiers,
    archived: [
      { value: '0', name: t('filters.archived_0') },
      { value: '1', name: t('filters.archived_1') },
    ],
    translated: [
      { value: '0', name: t('filters.translated_0') },
      { value: '1', name: t('filters.translated_1') },
    ],
    missing: missingParts.map((value) => ({ value, name: t(`gaps.${value}`) })),
  }
  return <Choice name={name} options={options[name]} {...choosing} />
}

export function ListFilters({ noun, filters, choose }: Choosing & { noun: LibraryNoun }) {
  const t = useTranslate()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = new FormData(event.currentTarget).get('q')
    choose({ q: typeof q === 'string' ? q.trim() : '' })
  }
  const names = (filtersOf(noun) as Name[]).filter((name) => name !== 'use_case' || filters.category !== undefined)
  return (
    <search>
      <form className="flex gap-2" onSubmit={onSubmit}>
        <input
          key={filters.q}
          type="search"
          name="q"
          aria-label={t('filters.search')}
          placeholder={t('filters.search')}
          defaultValue={filters.q}
          maxLength={200}
          className="field min-w-0 flex-1"
        />
        <button type="submit" className="button button-quiet">
          {t('filters.find')}
        </button>
      </form>
      {names.length > 0 && (
        <div className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-4">
          {names.map((name) =>
            isOfList(name) ? (
              <ListChoice key={name} name={name} filters={filters} choose={choose} />
            ) : (
              <FixedChoice key={name} name={name} filters={filters} choose={choose} />
            ),
          )}
        </div>
      )}
      {Object.keys(filters).length > 0 && (
        <p className="mt-2">
          <Link to={places.list(noun)} className="text-brand underline">
            {t('filters.clear')}
          </Link>
        </p>
      )}
    </search>
  )
}
