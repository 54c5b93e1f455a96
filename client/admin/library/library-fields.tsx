import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type {
  CategoryChanges,
  GroupChanges,
  ModelChanges,
  PromptChanges,
  TagChanges,
  UseCaseChanges,
} from '#shared/admin/library.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import type { PipelineChanges } from '#shared/admin/pipelines.ts'
import type { PromptSetChanges } from '#shared/admin/sets.ts'
import { lengthTagOf } from '#shared/library/schema.ts'
import { promptSetShelves } from '#shared/library/start-here.ts'
import { slugOf } from '#shared/slugs.ts'
import type { EntityField } from '../fields.ts'
import { optionsOf } from '../form-fields.tsx'
import type { Text, TranslatedTexts } from '../fields.ts'
import { PromptIdsField } from './prompt-ids-field.tsx'
import { LabelFields } from './label-fields.tsx'
import { allRowsQuery } from './library.queries.ts'
import type { LibraryItems } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { blankSteps } from './pipeline-draft.ts'
import { Steps } from './pipeline-fields.tsx'
import { TestRecordFields } from './test-record-fields.tsx'
import { useTierOptions } from './tiers.ts'
import { UseCaseField } from './use-case-field.tsx'

/** New items have a slug, and so have items with a page. */
type New = { slug?: string }
type LibraryDrafts = {
  prompts: PromptChanges & New
  'use-cases': UseCaseChanges & New
  categories: CategoryChanges & New
  groups: GroupChanges & New
  models: ModelChanges & New
  tags: TagChanges & New
  pipelines: PipelineChanges & New
  sets: PromptSetChanges & New
}
type Fields<Noun extends LibraryNoun> = readonly EntityField<LibraryDrafts[Noun], LibraryItems[Noun]>[]

export function nameOfDraft(draft: object, locale: 'en' | 'es'): string {
  const { texts, name = '' } = draft as { texts?: TranslatedTexts<Text>; name?: string }
  const text: Text | undefined = texts && (texts[locale] ?? texts.en)
  const found = text ? (text.title ?? text.name) : name
  return typeof found === 'string' ? found : ''
}

function useRowOptions(noun: LibraryNoun, isEnabled: boolean) {
  const { data } = useQuery({ ...allRowsQuery(noun), enabled: isEnabled })
  return data && optionsOf(data)
}

/** Fields of each kind of item; the options of `edited` load. A new item gets the parent that filters the list. */
export function useLibraryFields(edited: LibraryNoun | null): { [Noun in LibraryNoun]: Fields<Noun> } {
  const t = useTranslate()
  const categories = useRowOptions('categories', edited === 'use-cases')
  const groups = useRowOptions('groups', edited === 'categories')
  const tags = useRowOptions('tags', edited === 'prompts')
  const modelOptions = useRowOptions('models', edited === 'prompts' || edited === 'groups')
  const [search] = useSearchParams()
  const parentOf = (name: 'group' | 'category' | 'use_case') => Number(search.get(name) ?? 0) || 0
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
    options: useTierOptions(),
    isId: true,
    isHalf: true,
  } as const
  const archived = { path: 'is_archived', kind: 'hidden', label: t('fields.is_archived'), initial: false } as const
  const models = { path: 'model_ids', kind: 'ids', label: t('fields.model_ids'), options: modelOptions } as const
  const name = { path: 'texts.*.name', kind: 'line', label: t('fields.name') } as const
  const title = { path: 'texts.*.title', kind: 'line', label: t('fields.title') } as const
  const lines = { kind: 'text', hint: t('fields.lines') } as const
  const summary = { path: 'texts.*.short_description', kind: 'text', label: t('fields.short_description') } as const
  return {
    prompts: [
      {
        path: 'use_case_id',
        kind: 'custom',
        label: t('fields.use_case_id'),
        initial: parentOf('use_case'),
        render: ({ draft, set, errorOf }) => (
          <UseCaseField
            id={draft.use_case_id}
            error={errorOf('use_case_id')}
            onChange={(use_case_id) => set({ use_case_id })}
          />
        ),
      },
      tier,
      archived,
      {
        path: 'length_tag',
        kind: 'choice',
        label: t('fields.length_tag'),
        // Null means the computed tag, which follows later changes of the text.
        read: ({ length_tag, texts }) => (texts && length_tag === lengthTagOf(texts.en.content) ? null : length_tag),
        isNullable: true,
        isHalf: true,
        none: t('lengths.auto'),
        options: (['short', 'medium', 'long', 'unknown'] as const).map((value) => ({
          value,
          name: t(`lengths.${value}`),
        })),
      },
      title,
      summary,
      { path: 'texts.*.content', kind: 'text', label: t('fields.content') },
      { path: 'texts.*.how_to_use', label: t('fields.how_to_use'), ...lines },
      { path: 'texts.*.known_issues', label: t('fields.known_issues'), ...lines },
      { path: 'texts.*.example', kind: 'text', label: t('fields.example') },
      { path: 'texts.*.example_values', kind: 'hidden', label: t('fields.example_values'), initial: {} },
      {
        path: 'texts.*.labels',
        kind: 'custom',
        label: t('fields.labels'),
        initial: {},
        render: ({ draft, setValue, errorOf }) => <LabelFields texts={draft.texts} {...{ errorOf, setValue }} />,
      },
      models,
      { path: 'tag_ids', kind: 'ids', label: t('fields.tag_ids'), options: tags },
      {
        path: 'test_records',
        kind: 'custom',
        label: t('fields.test_records'),
        initial: [],
        render: ({ draft, set, errorOf }) => (
          <TestRecordFields
            records={draft.test_records}
            errorOf={errorOf}
            onChange={(test_records) => set({ test_records })}
          />
        ),
      },
      slug,
    ],
    'use-cases': [
      {
        path: 'category_id',
        kind: 'choice',
        label: t('fields.category_id'),
        initial: parentOf('category'),
        options: categories,
        isId: true,
        isHalf: true,
      },
      tier,
      archived,
      title,
      slug,
    ],
    categories: [
      {
        path: 'functional_group_id',
        kind: 'choice',
        label: t('fields.functional_group_id'),
        initial: parentOf('group'),
        options: groups,
        isId: true,
        isHalf: true,
      },
      tier,
      archived,
      name,
      { path: 'texts.*.description', kind: 'text', label: t('fields.description') },
      {
        path: 'texts.*.warning_text',
        kind: 'text',
        label: t('fields.warning_text'),
        hint: t('fields.warning_hint'),
        isNullable: true,
      },
      slug,
    ],
    groups: [name, models, newSlug],
    models: [{ path: 'name', kind: 'line', label: t('fields.name') }, newSlug],
    tags: [name, newSlug],
    pipelines: [
      tier,
      archived,
      title,
      summary,
      { path: 'texts.*.how_to_use', kind: 'text', label: t('fields.how_to_use') },
      {
        path: 'steps',
        kind: 'custom',
        label: t('fields.steps'),
        initial: blankSteps,
        render: ({ draft, set, errorOf }) => (
          <Steps steps={draft.steps} errorOf={errorOf} onChange={(steps) => set({ steps })} />
        ),
      },
      slug,
    ],
    sets: [
      {
        path: 'shelf',
        kind: 'choice',
        label: t('fields.shelf'),
        initial: 'role',
        options: promptSetShelves.map((value) => ({ value, name: t(`shelves.${value}`) })),
      },
      archived,
      title,
      {
        path: 'prompt_ids',
        kind: 'custom',
        label: t('fields.prompt_ids'),
        initial: [],
        render: ({ draft, set, errorOf }) => (
          <PromptIdsField
            ids={draft.prompt_ids}
            error={errorOf('prompt_ids')}
            onChange={(prompt_ids) => set({ prompt_ids })}
          />
        ),
      },
      newSlug,
    ],
  }
}
