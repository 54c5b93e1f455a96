import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select } from '../form-fields.tsx'
import { optionsOf } from './form-fields.tsx'
import { allRowsQuery, itemQuery } from './library.queries.ts'
import type { Row } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type ParentProps = { id: number; error: string | undefined; onChange: (id: number) => void }

type ParentFieldProps = ParentProps & { label: string; rows: readonly Row[] | undefined }
/** What it belongs to, as 0 where nothing is chosen yet. */
export function ParentField({ label, rows, id, error, onChange }: ParentFieldProps) {
  const t = useTranslate()
  return (
    <Select
      label={label}
      value={String(id)}
      options={optionsOf(rows)}
      error={error !== undefined && id === 0 ? t('fields.choose_one') : error}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  )
}

/** Its use case, within the category that is chosen first. */
export function UseCaseField({ id, error, onChange }: ParentProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState('')
  const { data: current } = useQuery({ ...itemQuery('use-cases', id), enabled: id > 0 })
  const category = id > 0 && current ? String(current.item.category_id) : chosen
  const categories = useQuery(allRowsQuery('categories'))
  const found = useQuery({ ...allRowsQuery('use-cases', { category }), enabled: category !== '' })
  return (
    <>
      <Select
        label={t('fields.category_id')}
        value={category}
        options={optionsOf(categories.data)}
        onChange={(other) => {
          setChosen(other)
          onChange(0)
        }}
      />
      <ParentField
        label={t('fields.use_case_id')}
        rows={category === '' ? [] : found.data}
        id={id}
        error={error}
        onChange={(other) => {
          setChosen(category)
          onChange(other)
        }}
      />
    </>
  )
}
