import type { Prompt } from '#shared/library/schema.ts'
import { readTemplate } from '#shared/library/placeholders.ts'
import type { Locale } from '#shared/locale.ts'
import type { AdminLandingSection, HeroPrompt } from '#shared/site/landing.ts'
import { previewPrompt } from '../library/preview.ts'
import { HttpProblem } from '../problem.ts'

const maxText = 360
const maxValue = 36
const maxModels = 3

function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2)).trimEnd()}…`
}

/** Returns the beginning of a prompt, with the example's values for its placeholders. */
export function promptBeginningOf({
  content,
  labels,
  example_values = {},
}: Pick<Prompt, 'content' | 'labels' | 'example_values'>): Pick<HeroPrompt, 'text' | 'values'> {
  const text = ['']
  const values: string[] = []
  let room = maxText
  for (const piece of readTemplate(content).pieces) {
    if (room <= 0) break
    if (piece.kind === 'text') {
      const last = text.length - 1
      text[last] = (text[last] ?? '') + shorten(piece.text, room)
      room -= piece.text.length
    } else {
      const name = labels[piece.name] ?? piece.name
      const [value = ''] = (example_values[piece.name] ?? piece.fallback ?? '').trim().split('\n')
      text.push(name, '')
      values.push(shorten(value, maxValue))
      room -= Math.max(name.length, value.length)
    }
  }
  return { text, values }
}

/** Returns a prompt of the hero. Null if it is removed, archived or not free. */
export async function readHeroPrompt(
  { id, tasks }: AdminLandingSection['prompts'][number],
  locale: Locale,
): Promise<HeroPrompt | null> {
  try {
    const { item } = await previewPrompt({ id, tier: 0, locale })
    if (!item || !('content' in item)) return null
    const { title, use_case, length_tag, models } = item
    return {
      task: tasks[locale] ?? tasks.en,
      path: [use_case.category.name, use_case.title],
      title,
      length_tag,
      models: models.slice(0, maxModels).map(({ name }) => name),
      ...promptBeginningOf(item),
    }
  } catch (error) {
    if (error instanceof HttpProblem && error.status === 404) return null
    throw error
  }
}
