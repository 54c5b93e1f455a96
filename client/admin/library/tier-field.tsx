import { Select } from '../form-fields.tsx'
import { useTierOptions } from './form-fields.tsx'
import type { FieldsProps } from './item-fields.tsx'
import { useTranslate } from './messages.ts'

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
