import { describe, expect, test } from 'vitest'
import { locales } from '#shared/locale.ts'
import { readTemplate } from '#shared/library/placeholders.ts'
import { LibraryRow } from '../../../server/library-import/import-rows.ts'
import type { RowOf } from '../../../server/library-import/import-rows.ts'
import { shippedHeroPrompts } from '../../../server/site/hero-prompts.ts'
import { readStarterLibrary } from '../../support/rules/starter-library.ts'

const rows = (await readStarterLibrary()).flatMap(({ row }) => LibraryRow.safeParse(row).data ?? [])
const prompts = rows.filter((row): row is RowOf<'prompt'> => row.type === 'prompt')

describe.each(shippedHeroPrompts)('the prompt $slug of the hero', ({ slug, tasks }) => {
  const prompt = prompts.find((one) => one.slug === slug)

  test('is a free prompt of the starter library', () => {
    expect(prompt?.required_tier).toBe(0)
  })

  test.each(locales)('has a task in %s that names one of its blanks, whose example has a value', (locale) => {
    const text = prompt?.texts[locale]
    const [, name = ''] = /\{(\w+)\}/.exec(tasks[locale] ?? '') ?? []
    expect(readTemplate(text?.content ?? '').fields.map((field) => field.name)).toContain(name)
    expect(text?.example_values?.[name]).toMatch(/\S/)
  })
})
