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
  TagChanges,
  UseCaseChanges,
} from '#shared/admin-library.ts'
import type { AdminPipeline, PipelineChanges } from '#shared/admin-pipelines.ts'
import type { LibraryNoun } from '#shared/admin-paths.ts'
import { lengthOf } from '#shared/library.ts'
import type { LibraryItems } from './library.queries.ts'
import { blankPipelineText, blankSteps, evenTexts } from './pipeline-draft.ts'
import { blankPromptText } from './prompt-draft.ts'
import type { PromptDraft } from './prompt-draft.ts'
import { wholeTexts } from '../texts.ts'
import type { Text, Texts } from '../texts.ts'

/** `slug`: of something new alone. */
type New = { slug?: string }
export type Drafts = {
  prompts: PromptDraft
  'use-cases': UseCaseChanges & New
  categories: CategoryChanges & New
  groups: GroupChanges & New
  models: ModelChanges & New
  tags: TagChanges & New
  pipelines: PipelineChanges & New
}
export type Draft = Drafts[LibraryNoun]

export const blankTexts = {
  prompts: blankPromptText,
  'use-cases': { title: '' },
  categories: { name: '', description: '', warning_text: null as string | null },
  groups: { name: '' },
  models: {},
  tags: { name: '' },
  pipelines: blankPipelineText,
}

/** Where something new starts from; `of`: what the list was narrowed to. */
export const emptyDrafts = (of: { group: number; category: number; use_case: number }): Drafts => ({
  prompts: {
    slug: '',
    use_case_id: of.use_case,
    required_tier: 0,
    is_archived: false,
    length_tag: null,
    model_ids: [],
    tag_ids: [],
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
})

const draftsOf: { [Noun in LibraryNoun]: (item: LibraryItems[Noun]) => Drafts[Noun] } = {
  prompts: ({ use_case_id, required_tier, is_archived, length_tag, model_ids, tag_ids, texts }: AdminPrompt) => ({
    use_case_id,
    required_tier,
    is_archived,
    // A length that follows from the text goes on following it.
    length_tag: length_tag === lengthOf(texts.en.content) ? null : length_tag,
    model_ids,
    tag_ids,
    texts: wholeTexts(texts, blankPromptText),
  }),
  'use-cases': ({ category_id, required_tier, is_archived, texts }: AdminUseCase) => ({
    category_id,
    required_tier,
    is_archived,
    texts: wholeTexts(texts, blankTexts['use-cases']),
  }),
  categories: ({ functional_group_id, required_tier, is_archived, texts }: AdminCategory) => ({
    functional_group_id,
    required_tier,
    is_archived,
    texts: wholeTexts(texts, blankTexts.categories),
  }),
  groups: ({ model_ids, texts }: AdminGroup) => ({ model_ids, texts: wholeTexts(texts, blankTexts.groups) }),
  models: ({ name }: AdminModel) => ({ name }),
  pipelines: ({ required_tier, is_archived, texts, steps }: AdminPipeline) => ({
    required_tier,
    is_archived,
    texts: wholeTexts(texts, blankPipelineText),
    steps,
  }),
  tags: ({ texts }: AdminTag) => ({ texts: wholeTexts(texts, blankTexts.tags) }),
}
export const draftOf = <Noun extends LibraryNoun>(noun: Noun, item: LibraryItems[Noun]): Drafts[Noun] =>
  draftsOf[noun](item)

const textsIn = (draft: object) => ('texts' in draft ? (draft.texts as Texts<Text>) : null)

/** What was chosen between two versions, as the form would have it. */
export function withWholeTexts<One extends object>(noun: LibraryNoun, draft: One): One {
  const texts = textsIn(draft)
  if (!texts) return draft
  const whole = { ...draft, texts: wholeTexts(texts, blankTexts[noun]) }
  return (noun === 'pipelines' ? evenTexts(whole as Partial<PipelineChanges>) : whole) as One
}

/** What of a former state is in the form: a change of many prompts tells only what it changed. */
export function restorable<One extends object>(noun: LibraryNoun, draft: One, state: Record<string, unknown>) {
  const names = Object.keys(draft).filter((name) => name !== 'slug' && name in state)
  return withWholeTexts(noun, Object.fromEntries(names.map((name) => [name, state[name]]))) as Partial<One>
}

/** What something is called, in a language where it is translated. */
export function nameOf(draft: object, locale: 'en' | 'es'): string {
  const texts = textsIn(draft)
  const text: Text | null | undefined = texts && (texts[locale] ?? texts.en)
  const name = text ? (text.title ?? text.name) : 'name' in draft ? draft.name : ''
  return typeof name === 'string' ? name : ''
}
