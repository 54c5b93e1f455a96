import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { optionsOf, Select } from '../form-fields.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { allRowsQuery, itemQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type UseCaseFieldProps = { id: number; error: string | undefined; onChange: (id: number) => void }

/** Selects for a category and one of its use cases. The id 0 means that no use case is chosen. */
export function UseCaseField({ id, error, onChange }: UseCaseFieldProps) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const [chosen, setChosen] = useState('')
  const { data: current } = useQuery({ ...itemQuery('use-cases', id), enabled: id > 0 })
  const category = id > 0 && current ? String(current.item.category_id) : chosen
  const categories = useQuery(allRowsQuery('categories'))
  const found = useQuery({ ...allRowsQuery('use-cases', { category }), enabled: category !== '' })
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Select
        label={t('fields.category_id')}
        value={category}
        options={optionsOf(categories.data)}
        onChange={(other) => {
          setChosen(other)
          onChange(0)
        }}
      />
      <Select
        label={t('fields.use_case_id')}
        value={String(id)}
        options={category === '' ? [] : optionsOf(found.data)}
        error={error !== undefined && id === 0 ? tAdmin('field.choose_one') : error}
        onChange={(other) => {
          setChosen(category)
          onChange(Number(other))
        }}
      />
    </div>
  )
}
