import { describe, expect, test } from 'vitest'
import type { UseCaseTitle } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { get, openApp } from '../../support/app.ts'
import { createCategory, createUseCase } from '../../support/library.ts'

await openApp()

async function titles(
  q: string,
  query: { category?: string; free?: '1' } = {},
  locale: Locale = 'en',
): Promise<string[]> {
  const { status, body } = await get(paths.api.useCases({ q, ...query }), { locale })
  expect(status).toBe(200)
  return body.map(({ title }: UseCaseTitle) => title)
}

describe('GET /api/library/use-cases/', () => {
  test('finds use cases by a part of the title in any case, ordered by title', async () => {
    await createUseCase({ en: { title: 'Write a Zebra poem' } })
    await createUseCase({ en: { title: 'Draw zebras' } })
    await createUseCase({ en: { title: 'Draw lions' } })
    expect(await titles('ZEBRA')).toEqual(['Draw zebras', 'Write a Zebra poem'])
    expect(await titles('  a zeb ')).toEqual(['Write a Zebra poem'])
    expect(await titles('zebra lions')).toEqual([])
  })

  test('returns slug, title and the highest required tier of use case and category', async () => {
    const useCase = await createUseCase({
      category: await createCategory({ tier: 2 }),
      tier: 1,
      en: { title: 'Quince jam' },
    })
    expect((await get(paths.api.useCases({ q: 'quince' }))).body).toEqual([
      { slug: useCase.slug, title: 'Quince jam', required_tier: 2 },
    ])
  })

  test.each(['', '   ', '\t'])('returns nothing for a blank query: "%s"', async (q) => {
    await createUseCase()
    expect((await get(`/api/library/use-cases/?q=${encodeURIComponent(q)}`)).body).toEqual([])
  })

  test('returns nothing without a query', async () => {
    expect(await get('/api/library/use-cases/')).toMatchObject({ status: 200, body: [] })
  })

  test('matches %, _ and \\ literally', async () => {
    for (const title of [
      'Save 50% now',
      'Save 50 now',
      'Name a_file',
      'Name a file',
      String.raw`Open C:\folder`,
      'Open C:/folder',
    ])
      await createUseCase({ en: { title } })
    expect(await titles('50%')).toEqual(['Save 50% now'])
    expect(await titles('%')).toEqual(['Save 50% now'])
    expect(await titles('a_f')).toEqual(['Name a_file'])
    expect(await titles(String.raw`C:\f`)).toEqual([String.raw`Open C:\folder`])
    expect(await titles('\\')).toEqual([String.raw`Open C:\folder`])
    expect(await titles(String.raw`\%`)).toEqual([])
  })

  test('returns at most 20 use cases', async () => {
    const category = await createCategory()
    for (let number = 0; number < 23; number++) await createUseCase({ category, en: { title: `Walrus ${number}` } })
    expect(await titles('walrus')).toHaveLength(20)
  })

  test('searches one category only with the parameter category', async () => {
    const [one, other] = [await createCategory(), await createCategory()]
    await createUseCase({ category: one, en: { title: 'Otter one' } })
    await createUseCase({ category: other, en: { title: 'Otter two' } })
    expect(await titles('otter', { category: other.slug })).toEqual(['Otter two'])
    expect(await titles('otter', { category: 'no-such-category' })).toEqual([])
  })

  test('with free=1 returns only use cases that need no tier', async () => {
    await createUseCase({ en: { title: 'Badger open' } })
    await createUseCase({ tier: 1, en: { title: 'Badger of its own tier' } })
    await createUseCase({ category: await createCategory({ tier: 1 }), en: { title: 'Badger of a closed category' } })
    expect(await titles('badger', { free: '1' })).toEqual(['Badger open'])
    expect(await titles('badger')).toHaveLength(3)
  })

  test("searches titles in the reader's language, and in English where there is no translation", async () => {
    await createUseCase({ en: { title: 'Teach a fox' }, es: { title: 'Enseñar a un zorro' } })
    await createUseCase({ en: { title: 'Feed a fox' } })
    expect(await titles('fox')).toEqual(['Feed a fox', 'Teach a fox'])
    expect(await titles('fox', {}, 'es')).toEqual(['Feed a fox'])
    expect(await titles('ZORRO', {}, 'es')).toEqual(['Enseñar a un zorro'])
    expect(await titles('ENSEÑAR', {}, 'es')).toEqual(['Enseñar a un zorro'])
    expect(await titles('zorro')).toEqual([])
  })
})
