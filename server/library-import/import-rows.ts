import { z } from 'zod'
import { isVisible } from '#shared/fields.ts'
import { LengthTag, lengthOf } from '#shared/library.ts'
import { unevenTexts } from '#shared/pipeline-inputs.ts'
import { maxPipelineSteps, minPipelineSteps } from '#shared/pipelines.ts'
import { maxFields } from '#shared/placeholders.ts'
import { defaultTier, Tier } from '#shared/tier.ts'
import type { Locale } from '#shared/locale.ts'

/** No NUL, which PostgreSQL cannot hold, and no half of a character, which UTF-8 cannot. */
const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), { error: 'has a NUL or half a character' })
const visible = { error: 'is blank' }
const nonBlankText = (maxLength: number) => text(maxLength).refine(isVisible, visible)
/** A line end in the cell of a table becomes a blank: whoever edits the item could not save it. */
const line = (maxLength: number) =>
  text(maxLength)
    .transform((value) => (/\p{Cc}/u.test(value) ? value.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() : value))
    .refine(isVisible, visible)
const slug = z
  .string()
  .max(200)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*$/u, { error: 'may hold letters, digits, "-", "_" and "."' })
const slugs = z
  .array(slug)
  .max(50)
  .refine((list) => new Set(list).size === list.length, { error: 'names one twice' })

const inLocales = <Texts extends z.ZodType>(texts: Texts) =>
  z.strictObject({ en: texts, es: texts.optional() } satisfies Record<Locale, z.ZodType>)

const ModelRow = z.strictObject({ type: z.literal('model'), slug, name: line(100) })
const TagRow = z.strictObject({
  type: z.literal('tag'),
  slug,
  texts: inLocales(z.strictObject({ name: line(100) })),
})
const FunctionalRow = z.strictObject({
  type: z.literal('functional'),
  slug,
  models: slugs.default([]),
  texts: inLocales(z.strictObject({ name: line(100) })),
})
/** Left out, both stay as they are. */
const shelved = { archived: z.boolean().optional(), position: z.int().min(0).max(1_000_000).optional() }

const CategoryRow = z.strictObject({
  type: z.literal('category'),
  slug,
  functional: slug,
  required_tier: z._default(Tier, defaultTier),
  ...shelved,
  texts: inLocales(
    z.strictObject({
      name: line(200),
      description: text(2_000),
      warning_text: text(2_000).nullable().default(null),
    }),
  ),
})
const UseCaseRow = z.strictObject({
  type: z.literal('use_case'),
  slug,
  category: slug,
  required_tier: z._default(Tier, defaultTier),
  ...shelved,
  texts: inLocales(z.strictObject({ title: line(300) })),
})

const minCreatedAt = Date.UTC(2000, 0, 1)
const clockToleranceMs = 86_400_000
const CreatedAt = z.iso
  .datetime()
  .refine((time) => !(Date.parse(time) < minCreatedAt), { error: 'is before the year 2000' })
  .refine((time) => !(Date.parse(time) > Date.now() + clockToleranceMs), { error: 'is more than a day in the future' })

const maxContentLength = 200_000
const Labels = z
  .record(nonBlankText(60), nonBlankText(60))
  .refine((labels) => Object.keys(labels).length <= maxFields, { error: `names more than ${maxFields} placeholders` })
const PromptTexts = z.strictObject({
  title: line(300),
  short_description: text(1_000).optional(),
  content: nonBlankText(maxContentLength),
  how_to_use: text(20_000).optional(),
  known_issues: text(20_000).optional(),
  example: text(20_000).optional(),
  labels: Labels.optional(),
})
const PromptRow = z
  .strictObject({
    type: z.literal('prompt'),
    slug,
    use_case: slug,
    required_tier: z._default(Tier, defaultTier),
    length_tag: z.optional(LengthTag),
    models: slugs.default([]),
    tags: slugs.default([]),
    created_at: CreatedAt.optional(),
    archived: shelved.archived,
    texts: inLocales(PromptTexts),
  })
  .transform(({ length_tag, ...row }) => ({ ...row, length_tag: length_tag ?? lengthOf(row.texts.en.content) }))

const Input = z.union(
  [z.strictObject({ answer_of: z.int().min(1).max(maxPipelineSteps) }), z.strictObject({ same_as: nonBlankText(60) })],
  { error: 'takes {"answer_of": the number of a step} or {"same_as": the name of an input}' },
)
const Inputs = z
  .record(nonBlankText(60), Input)
  .refine((inputs) => Object.keys(inputs).length <= maxFields, { error: `names more than ${maxFields} placeholders` })
const Step = z.strictObject({
  prompt: slug,
  texts: inLocales(z.strictObject({ hand_on: text(2_000).default(''), inputs: Inputs.default({}) })),
})
const PipelineRow = z
  .strictObject({
    type: z.literal('pipeline'),
    slug,
    required_tier: z._default(Tier, defaultTier),
    ...shelved,
    created_at: CreatedAt.optional(),
    texts: inLocales(
      z.strictObject({ title: line(300), short_description: text(1_000), how_to_use: text(20_000).default('') }),
    ),
    steps: z.array(Step).min(minPipelineSteps).max(maxPipelineSteps),
  })
  .superRefine(({ texts, steps }, context) => {
    for (const { at, locale, isMissing } of unevenTexts(texts, steps))
      context.addIssue({
        code: 'custom',
        path: ['steps', at, 'texts', locale],
        message: isMissing ? 'is missing, though texts has it' : 'is there, though texts lacks it',
      })
  })

/** Refers only to what an earlier line, or the library, has. */
export const LibraryRow = z.discriminatedUnion('type', [
  ModelRow,
  TagRow,
  FunctionalRow,
  CategoryRow,
  UseCaseRow,
  PromptRow,
  PipelineRow,
])
export type LibraryRow = z.infer<typeof LibraryRow>
export type RowType = LibraryRow['type']
export type RowOf<Type extends RowType> = Extract<LibraryRow, { type: Type }>

export function reasonsOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'row'}: ${issue.message}`).join('; ')
}
