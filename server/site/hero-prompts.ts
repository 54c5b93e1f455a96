import { readTemplate } from '#shared/library/placeholders.ts'
import type { Prompt } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import type { AdminLandingSection, HeroPrompt } from '#shared/site/landing.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { db } from '../database/db.ts'
import { getPromptForTier } from '../library/prompts.ts'
import { HttpProblem } from '../problem.ts'

type Tasks = AdminLandingSection['prompts'][number]['tasks']
export type HeroChoice = { slug: string; tasks: Tasks }

/** Prompts of the starter library that the hero shows until an admin chooses others. */
export const shippedHeroPrompts: HeroChoice[] = [
  {
    slug: 'outline-a-long-read',
    tasks: { en: 'outline an article on {topic}', es: 'planificar un artículo sobre {tema}' },
  },
  { slug: 'explain-at-three-levels', tasks: { en: 'explain {concept}', es: 'explicar {concepto}' } },
  { slug: 'reply-to-an-angry-customer', tasks: { en: 'answer “{message}”', es: 'responder a «{mensaje}»' } },
  {
    slug: 'shorten-a-long-email',
    tasks: { en: 'shorten an email to {recipient}', es: 'acortar un correo para {destinatario}' },
  },
]

const maxValue = 60
const maxExample = 420

function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2)).trimEnd()}…`
}

/** Splits a task at its placeholder in braces. Without one, the first placeholder of the prompt follows the task. */
function taskPartsOf(task: string, blanks: HeroPrompt['blanks']): string[] {
  const [before = '', target, after = ''] = task.split(/\{([^{}]+)\}/)
  const blank = blanks.find(({ name, label }) => name === target || label === target) ?? blanks[0]
  if (!blank) return [before + after]
  return target === undefined ? [`${task}: `, blank.name, ''] : [before, blank.name, after]
}

/** Returns the whole text of a prompt in pieces, with the example's values for its placeholders. */
export function heroPromptOf(
  { slug, title, use_case: { category }, content, labels, example, example_values = {} }: Prompt,
  task: string,
): HeroPrompt {
  const { pieces, fields } = readTemplate(content)
  const text = ['']
  for (const piece of pieces) {
    if (piece.kind === 'text') text[text.length - 1] += piece.text
    else text.push(piece.name, '')
  }
  const blanks = fields.map(({ name, fallback }) => {
    const [value = ''] = (example_values[name] ?? fallback ?? '').trim().split('\n')
    return { name, label: labels[name] ?? name, value: shorten(value, maxValue) }
  })
  const { name, functional } = category
  return {
    slug,
    title,
    category: { name, group: functional.slug },
    task: taskPartsOf(task, blanks),
    text,
    blanks,
    example: shorten(example, maxExample),
  }
}

/** Returns a prompt of the hero. Null if it is removed, archived or not free. */
async function findHeroPrompt({ slug, tasks }: HeroChoice, locale: Locale): Promise<Tagged<HeroPrompt> | null> {
  try {
    const { value, cacheTags } = await getPromptForTier(slug, locale, 0)
    return { value: heroPromptOf(value, tasks[locale] ?? tasks.en), cacheTags }
  } catch (error) {
    if (error instanceof HttpProblem && [403, 404].includes(error.status)) return null
    throw error
  }
}

/** Returns the prompts of the hero that visitors may open: those that an admin has chosen, or the shipped ones. */
export async function listHeroPrompts(
  chosen: AdminLandingSection['prompts'],
  locale: Locale,
): Promise<Tagged<HeroPrompt[]>> {
  const ids = chosen.map(({ id }) => id)
  const rows = await db.prompt.findMany({ where: { id: { in: ids } }, select: { id: true, slug: true } })
  const slugOf = new Map(rows.map(({ id, slug }) => [id, slug]))
  const choices = chosen.flatMap(({ id, tasks }) => {
    const slug = slugOf.get(id)
    return slug === undefined ? [] : [{ slug, tasks }]
  })
  const found = await Promise.all(
    (chosen.length > 0 ? choices : shippedHeroPrompts).map((choice) => findHeroPrompt(choice, locale)),
  )
  const open = found.filter((prompt) => prompt !== null)
  return { value: open.map(({ value }) => value), cacheTags: open.flatMap(({ cacheTags }) => cacheTags) }
}
