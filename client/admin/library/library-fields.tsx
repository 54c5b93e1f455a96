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
import type { EntityField } from '../fields.ts'
import { PromptIdsField } from './prompt-ids-field.tsx'
import { LabelFields } from './label-fields.tsx'
import type { LibraryItems } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { blankSteps } from './pipeline-draft.ts'
import { Steps } from './pipeline-fields.tsx'
import { useParentId, useRowOptions, useSharedFields } from './shared-fields.ts'
import { TestRecordFields } from './test-record-fields.tsx'
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

function usePromptFields(isEdited: boolean): Fields<'prompts'> {
  const t = useTranslate()
  const { slug, tier, archived, title, summary } = useSharedFields()
  const parent = useParentId('use_case')
  const models = useRowOptions('models', isEdited)
  const tags = useRowOptions('tags', isEdited)
  const lines = { kind: 'text', hint: t('fields.lines') } as const
  return [
    {
      path: 'use_case_id',
      kind: 'custom',
      label: t('fields.use_case_id'),
      initial: parent,
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
    { path: 'model_ids', kind: 'ids', label: t('fields.model_ids'), options: models },
    { path: 'tag_ids', kind: 'ids', label: t('fields.tag_ids'), options: tags },
    {
      path: 'test_records',
      kind: 'custom',
      label: t('fields.test_records'),
      initial: [],
      render: (context) => <TestRecordFields {...context} />,
    },
    slug,
  ]
}

function useUseCaseFields(isEdited: boolean): Fields<'use-cases'> {
  const t = useTranslate()
  const { slug, tier, archived, title } = useSharedFields()
  const parent = useParentId('category')
  const categories = useRowOptions('categories', isEdited)
  return [
    {
      path: 'category_id',
      kind: 'choice',
      label: t('fields.category_id'),
      initial: parent,
      options: categories,
      isJson: true,
      isHalf: true,
    },
    tier,
    archived,
    title,
    slug,
  ]
}

function useCategoryFields(isEdited: boolean): Fields<'categories'> {
  const t = useTranslate()
  const { slug, tier, archived, name } = useSharedFields()
  const parent = useParentId('group')
  const groups = useRowOptions('groups', isEdited)
  return [
    {
      path: 'functional_group_id',
      kind: 'choice',
      label: t('fields.functional_group_id'),
      initial: parent,
      options: groups,
      isJson: true,
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
  ]
}

function usePipelineFields(): Fields<'pipelines'> {
  const t = useTranslate()
  const { slug, tier, archived, title, summary } = useSharedFields()
  return [
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
  ]
}

function useSetFields(): Fields<'sets'> {
  const t = useTranslate()
  const { newSlug, archived, title } = useSharedFields()
  return [
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
  ]
}

/** Fields of each kind of item; only the options of `edited` load. */
export function useLibraryFields(edited: LibraryNoun | null): { [Noun in LibraryNoun]: Fields<Noun> } {
  const t = useTranslate()
  const { newSlug, name } = useSharedFields()
  const models = useRowOptions('models', edited === 'groups')
  return {
    prompts: usePromptFields(edited === 'prompts'),
    'use-cases': useUseCaseFields(edited === 'use-cases'),
    categories: useCategoryFields(edited === 'categories'),
    groups: [name, { path: 'model_ids', kind: 'ids', label: t('fields.model_ids'), options: models }, newSlug],
    models: [{ path: 'name', kind: 'line', label: t('fields.name') }, newSlug],
    tags: [name, newSlug],
    pipelines: usePipelineFields(),
    sets: useSetFields(),
  }
}
