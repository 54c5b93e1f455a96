import { useTranslate } from './messages.ts'

const names = [
  'name',
  'title',
  'description',
  'short_description',
  'warning_text',
  'content',
  'how_to_use',
  'known_issues',
  'example',
  'example_values',
  'labels',
  'hand_on',
  'prompt_id',
  'prompt_ids',
  'shelf',
  'steps',
  'functional_group_id',
  'category_id',
  'use_case_id',
  'required_tier',
  'is_archived',
  'length_tag',
  'model_ids',
  'tag_ids',
  'test_records',
  'texts',
  'slug',
  'place',
  'ids',
] as const

export function useFieldLabels() {
  const t = useTranslate()
  const fieldOf = (name: string) => {
    const known = names.find((one) => one === name)
    return known ? t(`fields.${known}`) : name
  }
  return (path: string): string => {
    const [, locale, name = 'texts', label] = /^texts\.(en|es)(?:\.(\w+)(?:\.(.+))?)?$/s.exec(path) ?? []
    if (!locale) return fieldOf(path.replace(/\..*$/s, ''))
    const blank =
      name === 'inputs' ? 'fields.input' : name === 'example_values' ? 'fields.example_value' : 'fields.label'
    const field = label === undefined ? fieldOf(name) : t(blank, { name: label })
    return t('fields.in', { field, locale: t(`fields.${locale as 'en' | 'es'}`) })
  }
}
