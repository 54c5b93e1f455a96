import * as z from 'zod/mini'
import { Id } from '../admin/fields.ts'
import { fieldError } from '../fields.ts'
import { inLocales, paragraphsUpTo, trimmedLineUpTo } from '../library/content-fields.ts'
import { Locale } from '../locale.ts'
import { landingFields, maxHeroPrompts } from './landing-fields.ts'
import { onlyFigurePlaceholders, onlyPricingPlaceholders } from '../subscription/text-placeholders.ts'
import type { AnyLandingTexts, JsonLandingTexts, LandingField, LandingSection as Name } from './landing-fields.ts'

export const LandingSectionName = z.enum(Object.keys(landingFields) as [Name, ...Name[]])

const listOf = (most: number, entry: z.ZodMiniType) => {
  const error = fieldError('schema.list_max', { count: most })
  return z.array(entry).check(z.minLength(1, fieldError('schema.required')), z.maxLength(most, error))
}

type Check = typeof onlyFigurePlaceholders

function schemaOf(field: LandingField, checks: Check[]): z.ZodMiniType {
  if (field.kind === 'line') return trimmedLineUpTo(field.max).check(...checks)
  if (field.kind === 'text') return paragraphsUpTo(field.max).check(...checks)
  const entry = field.kind === 'lines' ? trimmedLineUpTo(field.max).check(...checks) : textsSchema(field.fields, checks)
  return listOf(field.most, entry)
}

function textsSchema(fields: Record<string, LandingField>, checks: Check[] = []): z.ZodMiniType<AnyLandingTexts> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field, checks)]))
  return z.strictObject(shape) as unknown as z.ZodMiniType<AnyLandingTexts>
}

/** False if texts of an older release lack a field. The shipped texts are shown then. */
export const hasAllTexts = (name: Name, texts: unknown): texts is AnyLandingTexts =>
  z.safeParse(textsSchema(landingFields[name]), texts).success

const HeroChoice = z.strictObject({ id: Id, tasks: inLocales(trimmedLineUpTo(60)) })
const heroChoicesUpTo = (most: number) =>
  z.array(HeroChoice).check(
    z.maxLength(most, fieldError('schema.list_max', { count: most })),
    z.refine<{ id: number }[]>(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
      fieldError('schema.other'),
    ),
  )

const stateOf = (name: Name) =>
  z.strictObject({
    name: z.literal(name),
    is_shown: z.boolean(),
    is_published: z.boolean(), // false: the shipped texts and prompts are shown
    texts: z.nullable(
      inLocales(
        textsSchema(landingFields[name], [name === 'pricing' ? onlyPricingPlaceholders : onlyFigurePlaceholders]),
      ),
    ),
    prompts: heroChoicesUpTo(name === 'hero' ? maxHeroPrompts : 0),
  })
const [first, ...others] = LandingSectionName.options.map(stateOf)
export const LandingSectionState = z.discriminatedUnion('name', [first as ReturnType<typeof stateOf>, ...others])
export type LandingSectionState = z.infer<typeof LandingSectionState>

const StoredTexts = z.record(z.string(), z.unknown()) as unknown as z.ZodMiniType<AnyLandingTexts, JsonLandingTexts>
export const AdminLandingSection = z.object({
  id: z.int(),
  name: LandingSectionName,
  is_shown: z.boolean(),
  is_published: z.boolean(),
  texts: z.nullable(inLocales(StoredTexts)),
  prompts: z.array(z.object({ id: z.int(), tasks: inLocales(z.string()) })),
})
export type AdminLandingSection = z.infer<typeof AdminLandingSection>

export const HeroPrompt = z.object({
  slug: z.string(),
  title: z.string(),
  category: z.object({ name: z.string(), group: z.string() }),
  task: z.array(z.string()), // literal text, the name of the headline's placeholder, literal text
  text: z.array(z.string()), // literal text and placeholder names, in turns
  blanks: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })), // values from the example
  example: z.string(), // beginning of the example of an answer
})
export type HeroPrompt = z.infer<typeof HeroPrompt>

/** Pipeline as the landing page draws it. `answer_of`: step whose answer fills the placeholder. */
export const PipelineSample = z.object({
  slug: z.string(),
  title: z.string(),
  group: z.string(),
  steps: z.array(
    z.object({
      title: z.string(),
      blanks: z.array(z.object({ label: z.string(), answer_of: z.nullable(z.int()) })),
    }),
  ),
})
export type PipelineSample = z.infer<typeof PipelineSample>

/** Landing page: sections in order. A section with null texts has the shipped ones. */
export const LandingPage = z.object({
  sections: z.array(
    z.object({
      name: LandingSectionName,
      texts: z.nullable(StoredTexts),
      content_locale: z.nullable(Locale),
    }),
  ),
  prompts: z.array(HeroPrompt),
  figures: z.object({ prompts: z.int(), free_prompts: z.int(), niches: z.int() }),
  pipeline: z.nullable(PipelineSample),
})
export type LandingPage = z.infer<typeof LandingPage>
