import { Search } from 'lucide-react'
import type { ChangeEvent, FormEvent } from 'react'
import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { patternParam, readQuery } from '#shared/query-params.ts'
import type { QuerySchema, QueryValues } from '#shared/query-params.ts'
import type { Option } from './form-fields.tsx'
import { useTranslate } from './messages.ts'

type Filters<Schema extends QuerySchema> = QueryValues<Schema>

const withoutBlanks = (values: object) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** Day in ISO format, such as 2026-01-31. */
export const dayParam = patternParam(/^\d{4}-\d{2}-\d{2}$/, 10)

export function useFilters<Schema extends QuerySchema>(schema: Schema, isReplacing = true) {
  const [search, setSearch] = useSearchParams()
  const filters = withoutBlanks(readQuery(schema, search)) as Filters<Schema>
  const choose = (changes: Partial<Record<keyof Schema, string | undefined>>) =>
    setSearch(withoutBlanks({ ...filters, ...changes }), { replace: isReplacing })
  return { filters, choose }
}

type Choose<Name extends string> = (changes: Partial<Record<Name, string | undefined>>) => void
type Values<Name extends string> = Partial<Record<Name, string | undefined>>
type Choice<Name> = { name: Name; label: string } & ({ options: readonly Option[] } | { type: 'date' })
type FilterFormProps<Name extends string> = {
  filters: Values<Name>
  choose: Choose<Name>
  fields: readonly { name: Name; label: string }[]
  choices?: readonly Choice<Name>[]
}

type SearchFieldProps = { id: string; name: string; label: string; value: string | undefined }

function SearchField({ id, name, label, value }: SearchFieldProps) {
  return (
    <div className="min-w-0 flex-1 basis-48">
      <label htmlFor={id} className="mb-1 block text-sm">
        {label}
      </label>
      <div className="relative">
        <Search className="pointer-events-none absolute top-3 left-3 size-5 text-muted" aria-hidden="true" />
        <input
          key={value}
          id={id}
          type="search"
          name={name}
          defaultValue={value}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          className="field field-search"
        />
      </div>
    </div>
  )
}

type ChoiceFieldProps<Name extends string> = Pick<FilterFormProps<Name>, 'filters' | 'choose'> & {
  choice: Choice<Name>
}

function ChoiceField<Name extends string>({ choice, filters, choose }: ChoiceFieldProps<Name>) {
  const t = useTranslate()
  const { name, label } = choice
  const input = {
    name,
    className: 'field',
    value: filters[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      choose({ [name]: target.value } as Values<Name>),
  }
  return (
    <label className="grid min-w-0 gap-1 text-sm">
      {label}
      {'options' in choice ? (
        <select {...input}>
          <option value="">{t('entity.any')}</option>
          {choice.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      ) : (
        <input type="date" {...input} />
      )}
    </label>
  )
}

/** Search fields, which are submitted, and choices, which apply at once. */
export function FilterForm<Name extends string>(props: FilterFormProps<Name>) {
  const t = useTranslate()
  const { filters, choose, fields, choices = [] } = props
  const id = useId()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const changes = fields.map(({ name }) => {
      const value = data.get(name)
      return [name, typeof value === 'string' ? value.trim() : '']
    })
    choose(Object.fromEntries(changes) as Values<Name>)
  }
  return (
    <search className="mt-5 block first:mt-0">
      <form className="flex flex-wrap items-end gap-2" onSubmit={onSubmit}>
        {fields.map(({ name, label }) => (
          <SearchField key={name} id={`${id}-${name}`} value={filters[name]} {...{ name, label }} />
        ))}
        <button type="submit" className="button button-quiet">
          {t('common.search_submit')}
        </button>
      </form>
      {choices.length > 0 && (
        <div className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
          {choices.map((choice) => (
            <ChoiceField key={choice.name} {...{ choice, filters, choose }} />
          ))}
        </div>
      )}
    </search>
  )
}
