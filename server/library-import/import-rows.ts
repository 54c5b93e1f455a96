import { z } from 'zod'
import { isLine, isVisible, parseMessage } from '#shared/fields.ts'
import { LengthTag, lengthTagOf, maxExampleValueLength } from '#shared/library/schema.ts'
import { mismatchedTexts } from '#shared/library/pipeline-inputs.ts'
import { maxPipelineSteps, minPipelineSteps } from '#shared/library/pipelines.ts'
import { maxFields } from '#shared/library/placeholders.ts'
import { maxSetPrompts, SetShelf } from '#shared/library/start-here.ts'
import { lowerCaseSlug, maxLibrarySlug } from '#shared/slugs.ts'
import { isStorable, normalizeTexts } from '#shared/texts.ts'
import { defaultTier, Tier } from '#shared/tier.ts'
import type { Locale } from '#shared/locale.ts'
import { messageWithParams, translateMessage } from '../translate.ts'
import type { TranslatableProblem } from '../translate.ts'

const text = (maxLength: number) => z.string().max(maxLength).refine(isStorable, { error: 'import.half_character' })
const visible = { error: 'import.blank' }
const nonBlankText = (maxLength: number) => text(maxLength).refine(isVisible, visible)
/** Replaces line breaks in a line. With them, the editor could not save the item. */
export const joinLines = (value: string) =>
  /[\p{Cc}\u2028\u2029]/u.test(value) ? value.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() : value
const line = (maxLength: number) =>
  text(maxLength)
    .transform(joinLines)
    .refine(isVisible, visible)
    .refine((value) => !isVisible(value) || isLine(value), { error: 'import.not_a_line' })
/** Slug, also with capitals from older exports. Further rules for new slugs are checked against the library. */
const slug = nonBlankText(maxLibrarySlug).overwrite(lowerCaseSlug)
const slugs = z
  .array(slug)
  .max(50)
  .refine((list) => new Set(list).size === list.length, { error: 'import.twice' })

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
/** Fields that stay unchanged if omitted. */
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
  .refine((time) => !(Date.parse(time) < minCreatedAt), { error: 'import.early' })
  .refine((time) => !(Date.parse(time) > Date.now() + clockToleranceMs), { error: 'import.late' })

const maxContentLength = 200_000
const tooManyPlaceholders = messageWithParams('import.too_many_placeholders', { max: maxFields })
const Labels = z
  .record(nonBlankText(60), line(60))
  .refine((labels) => Object.keys(labels).length <= maxFields, { error: tooManyPlaceholders })
const ExampleValues = z
  .record(nonBlankText(60), nonBlankText(maxExampleValueLength))
  .refine((values) => Object.keys(values).length <= maxFields, { error: tooManyPlaceholders })
const PromptTexts = z.strictObject({
  title: line(300),
  short_description: text(1_000).optional(),
  content: nonBlankText(maxContentLength),
  how_to_use: text(20_000).optional(),
  known_issues: text(20_000).optional(),
  example: text(20_000).optional(),
  example_values: ExampleValues.optional(),
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
    test_records: z
      .array(z.strictObject({ model: line(100), version: line(100), tested_on: z.iso.date(), tested_by: line(100) }))
      .max(50)
      .default([]),
    texts: inLocales(PromptTexts),
  })
  .transform(({ length_tag, ...row }) => ({ ...row, length_tag: length_tag ?? lengthTagOf(row.texts.en.content) }))

const Input = z.union(
  [z.strictObject({ answer_of: z.int().min(1).max(maxPipelineSteps) }), z.strictObject({ same_as: nonBlankText(60) })],
  { error: 'import.input' },
)
const Inputs = z
  .record(nonBlankText(60), Input)
  .refine((inputs) => Object.keys(inputs).length <= maxFields, { error: tooManyPlaceholders })
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
    for (const { at, locale, isMissing } of mismatchedTexts(texts, steps))
      context.addIssue({
        code: 'custom',
        path: ['steps', at, 'texts', locale],
        message: isMissing ? 'import.text_missing' : 'import.text_extra',
      })
  })

const PromptSetRow = z.strictObject({
  type: z.literal('prompt_set'),
  slug,
  shelf: SetShelf,
  ...shelved,
  prompts: slugs.max(maxSetPrompts),
  texts: inLocales(z.strictObject({ title: line(300) })),
})

/** Row of an import file. It refers only to rows in earlier lines, or in the library. */
export const LibraryRow = z.discriminatedUnion('type', [
  ModelRow,
  TagRow,
  FunctionalRow,
  CategoryRow,
  UseCaseRow,
  PromptRow,
  PipelineRow,
  PromptSetRow,
])
export type LibraryRow = z.infer<typeof LibraryRow>
export type RowType = LibraryRow['type']
export type RowOf<Type extends RowType> = Extract<LibraryRow, { type: Type }>

const errorMaps = { en: undefined, es: z.locales.es().localeError }

/** Returns the row, or its problems with their paths: 'texts.en.title: is blank; slug: …'. */
export function parseRow(value: unknown, locale: Locale = 'en'): { row: LibraryRow } | { reason: string } {
  const { data, error } = LibraryRow.safeParse(normalizeTexts(value), { error: errorMaps[locale] })
  if (!error) return { row: data }
  const reasons = error.issues.map(({ path, message }) => {
    const translated = parseMessage(message) ? translateMessage(locale, message as TranslatableProblem) : message
    return `${path.join('.') || 'row'}: ${translated}`
  })
  return { reason: reasons.join('; ') }
}
