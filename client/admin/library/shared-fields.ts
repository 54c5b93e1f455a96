import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { slugOf } from '#shared/slugs.ts'
import type { Text, TranslatedTexts } from '../fields.ts'
import { optionsOf } from '../form-fields.tsx'
import { allRowsQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { useTierOptions } from './tiers.ts'

export function nameOfDraft(draft: object, locale: 'en' | 'es'): string {
  const { texts, name = '' } = draft as { texts?: TranslatedTexts<Text>; name?: string }
  const text: Text | undefined = texts && (texts[locale] ?? texts.en)
  const found = text ? (text.title ?? text.name) : name
  return typeof found === 'string' ? found : ''
}

export function useRowOptions(noun: LibraryNoun, isEnabled: boolean) {
  const { data } = useQuery({ ...allRowsQuery(noun), enabled: isEnabled })
  return data && optionsOf(data)
}

/** Id of the parent that filters the list, from which a new item was begun. */
export function useParentId(name: 'group' | 'category' | 'use_case') {
  const [search] = useSearchParams()
  return Number(search.get(name) ?? 0) || 0
}

/** Fields that several kinds of items have. */
export function useSharedFields() {
  const t = useTranslate()
  const tiers = useTierOptions()
  const slug = {
    path: 'slug',
    kind: 'slug',
    label: t('fields.slug'),
    hint: (_draft: object, item: object | undefined) => t(item ? 'fields.slug_moves' : 'fields.slug_hint'),
    isRestored: false,
    slugSource: (draft: object) => slugOf(nameOfDraft(draft, 'en')),
  } as const
  const newSlug = { ...slug, isNewOnly: true } as const
  const tier = {
    path: 'required_tier',
    kind: 'choice',
    label: t('fields.required_tier'),
    options: tiers,
    isJson: true,
    isHalf: true,
  } as const
  const archived = { path: 'is_archived', kind: 'hidden', label: t('fields.is_archived'), initial: false } as const
  const name = { path: 'texts.*.name', kind: 'line', label: t('fields.name') } as const
  const title = { path: 'texts.*.title', kind: 'line', label: t('fields.title') } as const
  const summary = { path: 'texts.*.short_description', kind: 'text', label: t('fields.short_description') } as const
  return { slug, newSlug, tier, archived, name, title, summary }
}
