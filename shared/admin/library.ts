import * as z from 'zod/mini'
import { inLocales } from '../library/content-fields.ts'
import { validatedFields, Count, Id, RequiredTier, LibrarySlug, storedFields } from './fields.ts'
import type { FieldMakers } from './fields.ts'
import { fieldError, idParam } from '../fields.ts'
import {
  LengthTag,
  maxExampleValueLength,
  PlainText,
  Prompt,
  PromptPreview,
  Category,
  CategoryCard,
  UseCase,
} from '../library/schema.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Tier } from '../tier.ts'

const maxName = 100
export const maxTestRecords = 50
export const AdminParams = z.object({ id: idParam() })
const itemShapes = ({ line, text, visible, ids }: FieldMakers) => {
  const named = inLocales(z.strictObject({ name: line(maxName) }))
  const held = { required_tier: RequiredTier, is_archived: z.boolean() }
  return {
    model: { name: line(maxName) },
    tag: { texts: named },
    group: { model_ids: ids(), texts: named },
    category: {
      functional_group_id: Id,
      ...held,
      texts: inLocales(
        z.strictObject({ name: line(200), description: text(2_000), warning_text: z.nullable(text(2_000)) }),
      ),
    },
    useCase: { category_id: Id, ...held, texts: inLocales(z.strictObject({ title: line(300) })) },
    prompt: {
      use_case_id: Id,
      ...held,
      model_ids: ids(),
      tag_ids: ids(),
      test_records: z
        .array(
          z.strictObject({
            model: line(maxName),
            version: line(maxName),
            tested_on: z.iso.date(fieldError('schema.date')),
            tested_by: line(maxName),
          }),
        )
        .check(z.maxLength(maxTestRecords, fieldError('schema.list_max', { count: maxTestRecords }))),
      texts: inLocales(
        z.strictObject({
          title: line(300),
          short_description: text(1_000),
          content: visible(200_000),
          how_to_use: text(20_000),
          known_issues: text(20_000),
          example: text(20_000),
          example_values: z.record(line(60), visible(maxExampleValueLength)),
          labels: z.record(line(60), line(60)),
        }),
      ),
    },
  }
}
const { model, tag, group, category, useCase, prompt } = itemShapes(validatedFields)
const stored = itemShapes(storedFields)
const length = { length_tag: z.nullable(LengthTag) }
export const itemKeyFields = { id: z.int(), slug: z.string() }
export const creationFields = { slug: LibrarySlug }
export const addressFields = { slug: z.optional(LibrarySlug) }

export const AdminModel = z.object({ ...itemKeyFields, ...stored.model })
export type AdminModel = z.infer<typeof AdminModel>
export const NewModel = z.strictObject({ ...creationFields, ...model })
export type NewModel = z.infer<typeof NewModel>
export const ModelChanges = z.strictObject(model)
export type ModelChanges = z.infer<typeof ModelChanges>

export const AdminTag = z.object({ ...itemKeyFields, ...stored.tag })
export type AdminTag = z.infer<typeof AdminTag>
export const NewTag = z.strictObject({ ...creationFields, ...tag })
export type NewTag = z.infer<typeof NewTag>
export const TagChanges = z.strictObject(tag)
export type TagChanges = z.infer<typeof TagChanges>

export const AdminGroup = z.object({ ...itemKeyFields, ...stored.group })
export type AdminGroup = z.infer<typeof AdminGroup>
export const NewGroup = z.strictObject({ ...creationFields, ...group })
export type NewGroup = z.infer<typeof NewGroup>
export const GroupChanges = z.strictObject(group)
export type GroupChanges = z.infer<typeof GroupChanges>

export const AdminCategory = z.object({ ...itemKeyFields, ...stored.category })
export type AdminCategory = z.infer<typeof AdminCategory>
export const NewCategory = z.strictObject({ ...creationFields, ...category })
export type NewCategory = z.infer<typeof NewCategory>
export const CategoryChanges = z.strictObject({ ...addressFields, ...category })
export type CategoryChanges = z.infer<typeof CategoryChanges>

export const AdminUseCase = z.object({ ...itemKeyFields, ...stored.useCase })
export type AdminUseCase = z.infer<typeof AdminUseCase>
export const NewUseCase = z.strictObject({ ...creationFields, ...useCase })
export type NewUseCase = z.infer<typeof NewUseCase>
export const UseCaseChanges = z.strictObject({ ...addressFields, ...useCase })
export type UseCaseChanges = z.infer<typeof UseCaseChanges>

export const AdminPrompt = z.object({ ...itemKeyFields, ...stored.prompt, length_tag: LengthTag })
export type AdminPrompt = z.infer<typeof AdminPrompt>
export const NewPrompt = z.strictObject({ ...creationFields, ...prompt, ...length })
export type NewPrompt = z.infer<typeof NewPrompt>
export const PromptChanges = z.strictObject({ ...addressFields, ...prompt, ...length })
export type PromptChanges = z.infer<typeof PromptChanges>

export const listRowFields = { id: z.int(), slug: z.string(), name: z.string(), is_translated: z.boolean() }
const held = { required_tier: Tier, effective_tier: Tier, is_archived: z.boolean(), is_hidden_by_parent: z.boolean() }

export const ModelRow = z.object({ id: z.int(), slug: z.string(), name: z.string() })
export type ModelRow = z.infer<typeof ModelRow>
export const TagRow = z.object(listRowFields)
export type TagRow = z.infer<typeof TagRow>
export const GroupRow = z.object({ ...listRowFields, category_count: Count })
export type GroupRow = z.infer<typeof GroupRow>
export const AdminCategoryRow = z.object({
  ...listRowFields,
  ...held,
  position: z.nullable(z.int()),
  functional_group_id: z.int(),
  use_case_count: Count,
})
export type AdminCategoryRow = z.infer<typeof AdminCategoryRow>
export const AdminUseCaseRow = z.object({
  ...listRowFields,
  ...held,
  position: z.nullable(z.int()),
  category: z.object({ id: z.int(), name: z.string() }),
  prompt_count: Count,
})
export type AdminUseCaseRow = z.infer<typeof AdminUseCaseRow>
export const PromptGap = z.enum(['es', 'short_description', 'how_to_use', 'known_issues'])
export type PromptGap = z.infer<typeof PromptGap>
export const PromptRow = z.object({
  ...listRowFields,
  ...held,
  length_tag: LengthTag,
  use_case: z.object({ id: z.int(), name: z.string() }),
  model_ids: z.array(z.int()),
  tag_ids: z.array(z.int()),
  gaps: z.array(PromptGap),
  rating_avg: z.nullable(z.number()),
  rating_count: Count,
  updated_at: z.iso.datetime(),
})
export type PromptRow = z.infer<typeof PromptRow>

export const ModelRowPage = pageOf(ModelRow)
export const TagRowPage = pageOf(TagRow)
export const GroupRowPage = pageOf(GroupRow)
export const CategoryRowPage = pageOf(AdminCategoryRow)
export const UseCaseRowPage = pageOf(AdminUseCaseRow)
export const PromptRowPage = pageOf(PromptRow)

const queryError = fieldError('schema.text_length', { min: 0, max: 200 })
const Query = z._default(PlainText.check(z.maxLength(200, queryError)), '')
export const FlagParam = z.optional(z.enum(['0', '1']))
const tierParam = z.optional(z.pipe(z.string().check(z.regex(/^\d$/)), z.coerce.number<string>()))
export const NameListQuery = z.object({ ...PageQuery.shape, q: Query })
export type NameListQuery = z.infer<typeof NameListQuery>
export const listFilterParams = { tier: tierParam, archived: FlagParam, translated: FlagParam }
export const CategoryRowQuery = z.object({ ...NameListQuery.shape, ...listFilterParams, group: z.optional(idParam()) })
export type CategoryRowQuery = z.infer<typeof CategoryRowQuery>
export const UseCaseRowQuery = z.object({
  ...NameListQuery.shape,
  ...listFilterParams,
  category: z.optional(idParam()),
})
export type UseCaseRowQuery = z.infer<typeof UseCaseRowQuery>
export const PromptMissing = z.enum([...PromptGap.options, 'models', 'tags'])
export type PromptMissing = z.infer<typeof PromptMissing>
export const PromptRowFilter = z.strictObject({
  q: Query,
  category: z.optional(idParam()),
  use_case: z.optional(idParam()),
  model: z.optional(idParam()),
  tag: z.optional(idParam()),
  tier: z.optional(z.union([RequiredTier, z.pipe(z.string().check(z.regex(/^\d$/)), z.coerce.number<string>())])),
  archived: FlagParam,
  missing: z.optional(PromptMissing),
})
export type PromptRowFilter = z.infer<typeof PromptRowFilter>
export const PromptRowQuery = z.object({ ...PageQuery.shape, ...PromptRowFilter.shape })
export type PromptRowQuery = z.infer<typeof PromptRowQuery>

export const ItemMove = z.strictObject({ before: z.nullable(Id) })
export type ItemMove = z.infer<typeof ItemMove>
export const MovedItem = z.object({ place: Count }) // index in the list, from 0
export type MovedItem = z.infer<typeof MovedItem>
export const SortByName = z.strictObject({ category_id: Id })

/** Body of a 409: kinds and numbers of references that prevent the removal. */
export const InUse = z.object({ detail: z.string(), code: z.literal('in_use'), uses: z.record(z.string(), Count) })

export const PreviewQuery = z.object({
  tier: z._default(z.pipe(z.string().check(z.regex(/^\d$/)), z.coerce.number<string>()), 0),
})
export const previewOf = <Item extends z.ZodMiniType, Locked extends z.ZodMiniType>(item: Item, locked: Locked) =>
  z.discriminatedUnion('status', [
    z.object({ status: z.literal(200), item }),
    z.object({ status: z.literal(403), required_tier: Tier, item: locked }),
    z.object({ status: z.literal(404), item: z.null() }),
  ])
export const CategoryPreview = previewOf(Category, CategoryCard)
export type CategoryPreview = z.infer<typeof CategoryPreview>
export const UseCasePreview = previewOf(UseCase, UseCase)
export type UseCasePreview = z.infer<typeof UseCasePreview>
export const PromptPreviewForTier = previewOf(Prompt, PromptPreview)
export type PromptPreviewForTier = z.infer<typeof PromptPreviewForTier>
