import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readQuery } from '#shared/query-params.ts'
import type { QuerySchema, QueryValues } from '#shared/query-params.ts'
import type { Option } from './form-fields.tsx'

type Filters<Schema extends QuerySchema> = QueryValues<Schema>

const withoutBlanks = (values: object) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))

export function useFilters<Schema extends QuerySchema>(schema: Schema, isReplacing = true) {
  const [search, setSearch] = useSearchParams()
  const filters = withoutBlanks(readQuery(schema, search)) as Filters<Schema>
  const choose = (changes: Partial<Record<keyof Schema, string | undefined>>) =>
    setSearch(withoutBlanks({ ...filters, ...changes }), { replace: isReplacing })
  return { filters, choose }
}

type Choice<Name> = { name: Name; label: string } & ({ options: readonly Option[] } | { type: 'date' })
type FilterFormProps<Name extends string> = {
  filters: Partial<Record<Name, string | undefined>>
  choose: (changes: Partial<Record<Name, string | undefined>>) => void
  fields: readonly { name: Name; label: string }[]
  submit: string
  choices?: readonly Choice<Name>[]
  any?: string
}

export function FilterForm<Name extends string>(props: FilterFormProps<Name>) {
  const { filters, choose, fields, submit, choices = [], any = '' } = props
  const id = useId()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const changes = fields.map(({ name }) => {
      const value = data.get(name)
      return [name, typeof value === 'string' ? value.trim() : '']
    })
    choose(Object.fromEntries(changes) as Partial<Record<Name, string>>)
  }
  return (
    <search className="mt-5 block first:mt-0">
      <form className="flex flex-wrap items-end gap-2" onSubmit={onSubmit}>
        {fields.map(({ name, label }) => (
          <div key={name} className="min-w-0 flex-1 basis-48">
            <label htmlFor={`${id}-${name}`} className="mb-1 block text-sm">
              {label}
            </label>
            <div className="relative">
              <Search className="pointer-events-none absolute top-3 left-3 size-5 text-muted" aria-hidden="true" />
              <input
                key={filters[name]}
                id={`${id}-${name}`}
                type="search"
                name={name}
                defaultValue={filters[name]}
                maxLength={200}
                autoComplete="off"
                autoCapitalize="none"
                className="field field-search"
              />
            </div>
          </div>
        ))}
        <button type="submit" className="button button-quiet">
          {submit}
        </button>
      </form>
      {choices.length > 0 && (
        <div className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-4">
          {choices.map((choice) => (
            <label key={choice.name} className="grid min-w-0 gap-1 text-sm">
              {choice.label}
              {'options' in choice ? (
                <select
                  className="field"
                  value={filters[choice.name] ?? ''}
                  onChange={({ target }) => choose({ [choice.name]: target.value } as Partial<Record<Name, string>>)}
                >
                  <option value="">{any}</option>
                  {choice.options.map(({ value, name }) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  type="date"
                  className="field"
                  value={filters[choice.name] ?? ''}
                  onChange={({ target }) => choose({ [choice.name]: target.value } as Partial<Record<Name, string>>)}
                />
              )}
            </label>
          ))}
        </div>
      )}
    </search>
  )
}
