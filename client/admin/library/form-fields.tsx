import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { highestTier } from '#shared/tier.ts'
import { plansQuery } from '../../app/plans.queries.ts'
import { Select } from '../form-fields.tsx'
import type { Option } from '../form-fields.tsx'
import { allRowsQuery, itemQuery } from './library.queries.ts'
import type { AdminItemRow } from './library.queries.ts'
import { useTranslate } from './messages.ts'

/** Returns a function that names a tier: by its plans, or by who can open it. */
export function useTierName() {
  const t = useTranslate()
  const { data: plans = [] } = useQuery(plansQuery)
  return (tier: number): string => {
    if (tier === 0) return t('tiers.free')
    const purchasablePlans = plans.filter((plan) => plan.purchasable && plan.tier === tier)
    if (purchasablePlans.length > 0) return purchasablePlans.map(({ name }) => name).join(', ')
    return tier === 1 ? t('tiers.subscribers') : t('tiers.higher', { tier })
  }
}

export function useTierOptions(): Option[] {
  const tierName = useTierName()
  return Array.from({ length: highestTier + 1 }, (_, tier) => ({ value: String(tier), name: tierName(tier) }))
}

export const optionsOf = (rows: readonly { id: number; name: string }[] = []): Option[] =>
  rows.map(({ id, name }) => ({ value: String(id), name }))

export type FieldsProps<Draft> = {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  errorOf: (name: string) => string | undefined
}

export function TierField({ draft, set, errorOf }: FieldsProps<{ required_tier: number }>) {
  const t = useTranslate()
  return (
    <Select
      label={t('fields.required_tier')}
      value={String(draft.required_tier)}
      options={useTierOptions()}
      error={errorOf('required_tier')}
      onChange={(tier) => set({ required_tier: Number(tier) })}
    />
  )
}

type ParentProps = { id: number; error: string | undefined; onChange: (id: number) => void }

type ParentFieldProps = ParentProps & { label: string; rows: readonly AdminItemRow[] | undefined }
/** Select of an item's parent. The id 0 means that no parent is chosen. */
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
