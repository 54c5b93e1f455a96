import type { LengthTag } from '#shared/library/schema.ts'
import { db } from '../../server/database/db.ts'

let made = 0
export const newSlug = (kind: string) => `${kind}-${++made}`

type Texts<Fields> = { en?: Fields; es?: Fields }
type Named = { id: number; slug: string }

const rows = <Fields extends object>(texts: Texts<Fields>) =>
  Object.entries(texts).flatMap(([locale, fields]) => (fields ? [{ locale: locale as 'en' | 'es', ...fields }] : []))

export const createModel = (name = 'A model'): Promise<Named> =>
  db.model.create({ data: { slug: newSlug('model'), name } })

export function createTag(texts: Texts<{ name: string }> = {}): Promise<Named> {
  return db.tag.create({ data: { slug: newSlug('tag'), texts: { create: rows({ en: { name: 'A tag' }, ...texts }) } } })
}

export function createGroup({
  models = [],
  ...texts
}: Texts<{ name: string }> & { models?: Named[] } = {}): Promise<Named> {
  return db.functionalGroup.create({
    data: {
      slug: newSlug('group'),
      model_ids: models.map(({ id }) => id),
      texts: { create: rows({ en: { name: 'A group' }, ...texts }) },
    },
  })
}

type CategoryTexts = { name: string; description: string; warning_text?: string | null }
type NewCategory = Texts<CategoryTexts> & { slug?: string; tier?: number; group?: Named }

export async function createCategory({
  slug = newSlug('category'),
  tier = 0,
  group,
  ...texts
}: NewCategory = {}): Promise<Named> {
  const functional_group_id = (group ?? (await createGroup())).id
  const create = rows({ en: { name: `Name of ${slug}`, description: `About ${slug}` }, ...texts })
  return db.category.create({ data: { slug, required_tier: tier, functional_group_id, texts: { create } } })
}

type NewUseCase = Texts<{ title: string }> & { slug?: string; tier?: number; category?: Named }

export async function createUseCase({
  slug = newSlug('use-case'),
  tier = 0,
  category,
  ...texts
}: NewUseCase = {}): Promise<Named> {
  const category_id = (category ?? (await createCategory())).id
  return db.useCase.create({
    data: {
      slug,
      required_tier: tier,
      category_id,
      texts: { create: rows({ en: { title: `Title of ${slug}` }, ...texts }) },
    },
  })
}

export type PromptTexts = {
  title: string
  short_description: string
  content: string
  how_to_use: string
  known_issues: string
  example: string
  labels: Record<string, string>
  example_values?: Record<string, string>
}
type NewPrompt = Texts<Partial<PromptTexts>> & {
  slug?: string
  tier?: number
  length?: LengthTag
  use_case?: Named
  models?: Named[]
  tags?: Named[]
  created_at?: Date
}

export function textsOf(slug: string, changes: Partial<PromptTexts> = {}): PromptTexts {
  return {
    title: `Title of ${slug}`,
    short_description: `Summary of ${slug}`,
    content: `secret content of ${slug}`,
    how_to_use: `secret advice for ${slug}`,
    known_issues: `secret issues of ${slug}`,
    example: `Answer to ${slug}\nsecret example of ${slug}`,
    labels: { topic: `secret label of ${slug}` },
    ...changes,
  }
}

export async function createPrompt(changes: NewPrompt = {}): Promise<Named> {
  const { slug = newSlug('prompt'), tier = 0, length = 'short', models = [], tags = [], created_at, en, es } = changes
  const use_case_id = (changes.use_case ?? (await createUseCase())).id
  const ids = (list: Named[]) => list.map(({ id }) => id)
  return db.prompt.create({
    data: {
      slug,
      use_case_id,
      required_tier: tier,
      length_tag: length,
      model_ids: ids(models),
      tag_ids: ids(tags),
      ...(created_at && { created_at }),
      texts: { create: rows({ en: textsOf(slug, en), ...(es && { es: textsOf(slug, es) }) }) },
    },
  })
}
