import type {
  AdminCategory,
  AdminGroup,
  AdminModel,
  AdminPrompt,
  AdminTag,
  AdminUseCase,
  CategoryChanges,
  GroupChanges,
  ModelChanges,
  PromptChanges,
  TagChanges,
  UseCaseChanges,
} from '#shared/admin/library.ts'
import type { AdminPipeline, PipelineChanges } from '#shared/admin/pipelines.ts'
import type { AdminPromptSet, PromptSetChanges } from '#shared/admin/sets.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import type { AuditKind } from '#shared/admin/audit.ts'
import { lengthTagOf } from '#shared/library/schema.ts'
import type { EntityConfig } from '../entity.tsx'
import { adminRoutes } from './admin-routes.ts'
import { libraryKey, itemSchemaOf } from './library.queries.ts'
import type { LibraryItems } from './library.queries.ts'
import { blankPipelineText, blankSteps, dropPartialTranslation } from './pipeline-draft.ts'
import { completeTexts } from '../texts.ts'
import type { Text, TranslatedTexts } from '../texts.ts'

export const blankPromptText: AdminPrompt['texts']['en'] = {
  title: '',
  short_description: '',
  content: '',
  how_to_use: '',
  known_issues: '',
  example: '',
  example_values: {},
  labels: {},
}

/** A new item has a slug, and so has an item with a page. */
type New = { slug?: string }
export type LibraryDrafts = {
  prompts: PromptChanges & New
  'use-cases': UseCaseChanges & New
  categories: CategoryChanges & New
  groups: GroupChanges & New
  models: ModelChanges & New
  tags: TagChanges & New
  pipelines: PipelineChanges & New
  sets: PromptSetChanges & New
}
export type ItemDraft = LibraryDrafts[LibraryNoun]

export const blankTexts = {
  prompts: blankPromptText,
  'use-cases': { title: '' },
  categories: { name: '', description: '', warning_text: null as string | null },
  groups: { name: '' },
  models: {},
  tags: { name: '' },
  pipelines: blankPipelineText,
  sets: { title: '' },
}

/** Empty drafts. `of` has the parent ids that the filters of the list select. */
export const emptyDrafts = (of: { group: number; category: number; use_case: number }): LibraryDrafts => ({
  prompts: {
    slug: '',
    use_case_id: of.use_case,
    required_tier: 0,
    is_archived: false,
    length_tag: null,
    model_ids: [],
    tag_ids: [],
    test_records: [],
    texts: { en: blankPromptText, es: null },
  },
  'use-cases': {
    slug: '',
    category_id: of.category,
    required_tier: 0,
    is_archived: false,
    texts: { en: blankTexts['use-cases'], es: null },
  },
  categories: {
    slug: '',
    functional_group_id: of.group,
    required_tier: 0,
    is_archived: false,
    texts: { en: blankTexts.categories, es: null },
  },
  groups: { slug: '', model_ids: [], texts: { en: blankTexts.groups, es: null } },
  models: { slug: '', name: '' },
  tags: { slug: '', texts: { en: blankTexts.tags, es: null } },
  pipelines: {
    slug: '',
    required_tier: 0,
    is_archived: false,
    texts: { en: blankPipelineText, es: null },
    steps: blankSteps,
  },
  sets: { slug: '', shelf: 'role', is_archived: false, prompt_ids: [], texts: { en: blankTexts.sets, es: null } },
})

const draftsOf: { [Noun in LibraryNoun]: (item: LibraryItems[Noun]) => LibraryDrafts[Noun] } = {
  prompts: ({
    slug,
    use_case_id,
    required_tier,
    is_archived,
    length_tag,
    model_ids,
    tag_ids,
    test_records,
    texts,
  }: AdminPrompt) => ({
    slug,
    use_case_id,
    required_tier,
    is_archived,
    // Null means the computed tag, which follows later changes of the text.
    length_tag: length_tag === lengthTagOf(texts.en.content) ? null : length_tag,
    model_ids,
    tag_ids,
    test_records,
    texts: completeTexts(texts, blankPromptText),
  }),
  'use-cases': ({ slug, category_id, required_tier, is_archived, texts }: AdminUseCase) => ({
    slug,
    category_id,
    required_tier,
    is_archived,
    texts: completeTexts(texts, blankTexts['use-cases']),
  }),
  categories: ({ slug, functional_group_id, required_tier, is_archived, texts }: AdminCategory) => ({
    slug,
    functional_group_id,
    required_tier,
    is_archived,
    texts: completeTexts(texts, blankTexts.categories),
  }),
  groups: ({ model_ids, texts }: AdminGroup) => ({ model_ids, texts: completeTexts(texts, blankTexts.groups) }),
  models: ({ name }: AdminModel) => ({ name }),
  pipelines: ({ slug, required_tier, is_archived, texts, steps }: AdminPipeline) => ({
    slug,
    required_tier,
    is_archived,
    texts: completeTexts(texts, blankPipelineText),
    steps,
  }),
  sets: ({ shelf, is_archived, prompt_ids, texts }: AdminPromptSet) => ({
    shelf,
    is_archived,
    prompt_ids,
    texts: completeTexts(texts, blankTexts.sets),
  }),
  tags: ({ texts }: AdminTag) => ({ texts: completeTexts(texts, blankTexts.tags) }),
}
export const libraryDraftOf = <Noun extends LibraryNoun>(noun: Noun, item: LibraryItems[Noun]): LibraryDrafts[Noun] =>
  draftsOf[noun](item)

const textsIn = (draft: object) => ('texts' in draft ? (draft.texts as TranslatedTexts<Text>) : null)

/** Adds empty texts that are missing in a draft merged from two versions. */
export function completeLibraryDraft<One extends object>(noun: LibraryNoun, draft: One): One {
  const texts = textsIn(draft)
  if (!texts) return draft
  const whole = { ...draft, texts: completeTexts(texts, blankTexts[noun]) }
  return (noun === 'pipelines' ? dropPartialTranslation(whole as Partial<PipelineChanges>) : whole) as One
}

const kinds: Record<LibraryNoun, AuditKind> = {
  prompts: 'prompt',
  'use-cases': 'use_case',
  categories: 'category',
  groups: 'functional_group',
  models: 'model',
  tags: 'tag',
  pipelines: 'pipeline',
  sets: 'prompt_set',
}

export const editorConfigOf = <Noun extends LibraryNoun>(
  noun: Noun,
): EntityConfig<LibraryItems[Noun], LibraryDrafts[Noun]> => ({
  kind: kinds[noun],
  schema: itemSchemaOf(noun),
  api: { list: adminPaths.api.library(noun), item: (id) => adminPaths.api.libraryItem(noun, id) },
  pages: { list: adminRoutes.list(noun), item: (id) => adminRoutes.item(noun, id) },
  keys: [libraryKey],
  draftOf: (item) => libraryDraftOf(noun, item),
  // Drafts stored by older releases have no test records.
  complete: (draft) => completeLibraryDraft(noun, noun === 'prompts' ? { test_records: [], ...draft } : draft),
})

/** Returns the fields of a former state that the form has. After a bulk change the state has only some fields. */
export function restorableFields<One extends object>(noun: LibraryNoun, draft: One, state: Record<string, unknown>) {
  const names = Object.keys(draft).filter((name) => name !== 'slug' && name in state)
  return completeLibraryDraft(noun, Object.fromEntries(names.map((name) => [name, state[name]]))) as Partial<One>
}

export function nameOf(draft: object, locale: 'en' | 'es'): string {
  const texts = textsIn(draft)
  const text: Text | null | undefined = texts && (texts[locale] ?? texts.en)
  const name = text ? (text.title ?? text.name) : 'name' in draft ? draft.name : ''
  return typeof name === 'string' ? name : ''
}
