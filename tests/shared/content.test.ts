import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { locales, type Locale } from '#shared/locale.ts'
import { readTemplate } from '#shared/placeholders.ts'

type Prompt = {
  type: string
  slug: string
  texts: Record<Locale, { content: string; labels: Record<string, string> }>
}

const prompts = readFileSync('prisma/content/library.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Prompt)
  .filter(({ type }) => type === 'prompt')
const namesIn = (content: string) => readTemplate(content).fields.map(({ name }) => name)

describe('the starter library', () => {
  test('has prompts', () => expect(prompts).toHaveLength(108))

  test.each(prompts)('$slug has one short label for each placeholder, in both languages', ({ texts }) => {
    for (const locale of locales) {
      const { content, labels } = texts[locale]
      expect(Object.keys(labels)).toEqual(namesIn(content))
      const written = Object.values(labels)
      expect(new Set(written).size).toBe(written.length)
      for (const label of written) expect(label).toMatch(/^(?=.{1,60}$)\p{Lu}[^.:]*[^.:\s]$/u)
    }
    expect(namesIn(texts.es.content)).toHaveLength(namesIn(texts.en.content).length)
  })
})
