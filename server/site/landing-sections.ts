import { hasAllTexts, LandingSectionName } from '#shared/site/landing.ts'
import type { AdminLandingSection, LandingPage, LandingSectionState } from '#shared/site/landing.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { db, Prisma } from '../database/db.ts'
import { changeEditable } from '../editing/edit.ts'
import type { EditableChange, Editable, WithEtag } from '../editing/edit.ts'
import { lockList } from '../editing/list-order.ts'
import { figureCacheTags, fillFigurePlaceholders, readFigures } from '../library/figures.ts'
import { FieldProblem } from '../problem.ts'
import { listHeroPrompts } from './hero-prompts.ts'
import { findPipelineSample } from './pipeline-sample.ts'

const columns = { id: true, name: true, is_shown: true, is_published: true, texts: true, prompts: true } as const
type Row = Prisma.LandingSectionGetPayload<{ select: typeof columns }>
const inOrder = [{ position: 'asc' }, { id: 'asc' }] as const

type Texts = NonNullable<AdminLandingSection['texts']>
type Prompts = AdminLandingSection['prompts']

function itemOf({ name: stored, texts: held, prompts, ...facts }: Row): AdminLandingSection {
  const name = stored as AdminLandingSection['name']
  const texts = held as Texts | null
  const isOfRelease = texts && hasAllTexts(name, texts.en) && (texts.es === null || hasAllTexts(name, texts.es))
  return {
    id: facts.id,
    name,
    is_shown: facts.is_shown,
    is_published: facts.is_published,
    texts: isOfRelease ? texts : null,
    prompts: prompts as Prompts,
  }
}

export const editableLandingSections: Editable<AdminLandingSection> = {
  kind: 'landing_section',
  lock: (transaction) => lockList(transaction, 'landing_section'),
  read: async (transaction, id) => {
    const row = await transaction.landingSection.findUnique({ where: { id: Number(id) }, select: columns })
    return row && itemOf(row)
  },
  actionOf: (before, after) => {
    if (before.is_published === after.is_published) return 'changed'
    return after.is_published ? 'published' : 'unpublished'
  },
}

export async function listLandingSections(): Promise<AdminLandingSection[]> {
  const where = { name: { in: LandingSectionName.options } }
  const rows = await db.landingSection.findMany({ where, select: columns, orderBy: [...inOrder] })
  return rows.map(itemOf)
}

async function checkPrompts(transaction: Prisma.TransactionClient, prompts: Prompts): Promise<void> {
  const where = { id: { in: prompts.map(({ id }) => id) } }
  const found = new Set((await transaction.prompt.findMany({ where, select: { id: true } })).map(({ id }) => id))
  const missing = prompts.findIndex(({ id }) => !found.has(id))
  if (missing !== -1) throw new FieldProblem(`prompts.${missing}.id`, 'site.no_prompt')
}

export const changeLandingSection = (
  edit: EditableChange,
  state: LandingSectionState,
): Promise<WithEtag<AdminLandingSection>> =>
  changeEditable(editableLandingSections, edit, async (transaction, before) => {
    const { name, texts, prompts, ...facts } = state
    if (name !== before.name) throw new FieldProblem('name', 'site.section_fixed')
    if (name === 'hero' && !facts.is_shown) throw new FieldProblem('is_shown', 'site.hero_shown')
    await checkPrompts(transaction, prompts)
    await transaction.landingSection.update({
      where: { id: Number(edit.id) },
      data: { ...facts, texts: (texts as Prisma.InputJsonObject | null) ?? Prisma.DbNull, prompts },
      select: { id: true },
    })
  })

function mapStrings<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change)) as Value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)])) as Value
}

/** Returns visible sections in order, in the locale or in English, and what the page shows of the library. */
export async function getLandingPage(locale: Locale): Promise<Tagged<LandingPage>> {
  const shown = (await listLandingSections()).filter(({ is_shown }) => is_shown)
  const chosen = shown.flatMap(({ is_published, prompts }) => (is_published ? prompts : []))
  const [figures, prompts, pipeline] = await Promise.all([
    readFigures(),
    listHeroPrompts(chosen, locale),
    findPipelineSample(locale),
  ])
  const sections = shown.map(({ name, is_published, texts }) => {
    if (!is_published || !texts) return { name, texts: null, content_locale: null }
    const content_locale = texts[locale] ? locale : 'en'
    const filled = mapStrings(texts[content_locale], (text) => fillFigurePlaceholders(text, figures, content_locale))
    return { name, texts: filled, content_locale }
  })
  const tags = [cacheTags.landing, ...figureCacheTags, ...prompts.cacheTags, ...pipeline.cacheTags]
  return {
    value: { sections, prompts: prompts.value, figures, pipeline: pipeline.value },
    cacheTags: [...new Set(tags)],
  }
}
