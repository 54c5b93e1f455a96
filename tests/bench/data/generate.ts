import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { seeded } from './random.ts'
import { createWordGenerator, wordAt, vocabulary } from './words.ts'

export const categoryCount = 45
export const useCaseCount = 10_000
export const bigUseCase = 'use-case-0'
const models = ['chatgpt', 'claude', 'gemini', 'llama', 'mistral', 'deepseek']
const tagCount = 40
const firstDay = Date.UTC(2024, 0, 1)
const minutes = 2 * 365 * 24 * 60

export const rareWord = (number: number) => wordAt(vocabulary.length + number)

const render = seeded(20_261_121)
const below = (limit: number) => render() % limit
const speakers = { en: createWordGenerator('en', render), es: createWordGenerator('es', render) }
type Language = keyof typeof speakers

function sentence(language: Language, words: number): string {
  const say = speakers[language]
  let text = say()
  for (let count = 1; count < words; count++) text += ` ${say()}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function prose(language: Language, characters: number): string {
  let text = ''
  for (let count = 1; text.length < characters; count++)
    text += `${sentence(language, 6 + below(10))}.${count % 4 === 0 ? '\n\n' : ' '}`
  return text.trimEnd()
}

const texts = (language: Language, rare: string) => ({
  title: sentence(language, 4 + below(5)),
  short_description: `${sentence(language, 10 + below(10))}.`,
  content: prose(language, 850 + below(900) + (below(10) === 0 ? 500 : 0)) + rare,
  how_to_use: prose(language, 150),
  known_issues: prose(language, 80),
})

function* smallRows(): Generator<object> {
  for (const slug of models) yield { type: 'model', slug, name: slug }
  for (let tag = 0; tag < tagCount; tag++)
    yield { type: 'tag', slug: `tag-${tag}`, texts: { en: { name: `Tag ${tag}` } } }
  for (let group = 0; group < 6; group++)
    yield { type: 'functional', slug: `group-${group}`, models, texts: { en: { name: `Group ${group}` } } }
  for (let category = 0; category < categoryCount; category++)
    yield {
      type: 'category',
      slug: `category-${category}`,
      functional: `group-${category % 6}`,
      required_tier: category === categoryCount - 1 ? 2 : category >= categoryCount - 5 ? 1 : 0,
      texts: { en: { name: sentence('en', 3), description: sentence('en', 16), warning_text: null } },
    }
  for (let useCase = 0; useCase < useCaseCount; useCase++)
    yield {
      type: 'use_case',
      slug: `use-case-${useCase}`,
      category: `category-${useCase % categoryCount}`,
      required_tier: useCase % 20 === 7 ? 2 : useCase % 10 === 3 ? 1 : 0,
      texts: { en: { title: sentence('en', 4) }, ...(useCase % 20 === 0 && { es: { title: sentence('es', 4) } }) },
    }
}

/** Prompts: 5 % translated, a tenth in the largest use case; with tiers of parents, about 37 % locked to a visitor. */
function promptRow(number: number, prompts: number): object {
  const rare = number % 200 === 0 ? ` ${rareWord((number / 200) % Math.max(1, Math.round(prompts / 1_000)))}` : ''
  const en = texts('en', rare)
  const firstModel = below(models.length)
  const firstTag = below(tagCount)
  return {
    type: 'prompt',
    slug: `${en.title.toLowerCase().replaceAll(' ', '-')}-${number}`,
    use_case: number % 10 === 0 ? bigUseCase : `use-case-${1 + below(useCaseCount - 1)}`,
    required_tier: tierOf(below(40)),
    models: Array.from({ length: 1 + below(4) }, (_, index) => models[(firstModel + index) % models.length]),
    tags: Array.from({ length: below(5) }, (_, index) => `tag-${(firstTag + index) % tagCount}`),
    created_at: new Date(firstDay + below(minutes) * 60_000).toISOString(),
    texts: { en, ...(below(20) === 0 && { es: texts('es', '') }) },
  }
}

const tierOf = (number: number) => (number === 0 ? 2 : number <= 10 ? 1 : 0)

function* rows(prompts: number): Generator<object> {
  yield* smallRows()
  for (let number = 0; number < prompts; number++) yield promptRow(number, prompts)
}

export async function generate(file: string, prompts: number): Promise<void> {
  const stream = createWriteStream(file)
  let lines = ''
  for (const row of rows(prompts)) {
    lines += `${JSON.stringify(row)}\n`
    if (lines.length < 2 ** 20) continue
    if (!stream.write(lines)) await once(stream, 'drain')
    lines = ''
  }
  stream.end(lines)
  await once(stream, 'finish')
}
