import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PromptTitles } from '#shared/library/titles.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createPrompt, createUseCase, newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const read = async (locale: 'en' | 'es' = 'en') =>
  PromptTitles.parse((await get(paths.api.titles, { locale })).body).results

describe('GET /api/library/titles/', () => {
  test('returns titles and descriptions of public prompts, the latest first, in the language', async () => {
    const older = await createPrompt({ created_at: new Date('2027-01-01') })
    const newer = await createPrompt({
      created_at: new Date('2027-01-02'),
      en: { title: 'A title', short_description: 'What it does' },
      es: { title: 'Un título', short_description: 'Lo que hace' },
    })
    const archived = await createPrompt({ created_at: new Date('2027-01-03') })
    await db.prompt.update({ where: { id: archived.id }, data: { archived_at: new Date() } })
    await until(async () => (await read())[0]?.slug === newer.slug)
    const [first, second] = await read()
    expect(first).toEqual({
      slug: newer.slug,
      title: 'A title',
      short_description: 'What it does',
      required_tier: 0,
    })
    expect(second?.slug).toBe(older.slug)
    expect((await read('es'))[0]).toMatchObject({ title: 'Un título', short_description: 'Lo que hace' })
  })

  test('returns no text of a prompt, and the tier that its parents require', async () => {
    const use_case = await createUseCase({ tier: 1 })
    const { slug } = await createPrompt({ use_case, en: { content: 'The locked text' } })
    const find = async () => (await read()).find((title) => title.slug === slug)
    await until(async () => (await find()) !== undefined)
    expect(await find()).toMatchObject({ required_tier: 1 })
    for (const as of [undefined, await createPerson({ tier: 1 })])
      expect((await get(paths.api.titles, { as })).text).not.toContain('The locked text')
  })

  test('reflects a changed title and a removed prompt', async () => {
    const { id, slug } = await createPrompt()
    const find = async () => (await read()).find((title) => title.slug === slug)
    await until(async () => (await find()) !== undefined)
    await db.promptText.updateMany({ where: { prompt_id: id }, data: { title: 'Changed' } })
    await expect.poll(async () => (await find())?.title).toBe('Changed')
    await db.prompt.update({ where: { id }, data: { archived_at: new Date() } })
    await until(async () => (await find()) === undefined)
  })

  test('returns 304 to a browser that has the list', async () => {
    const { headers } = await get(paths.api.titles)
    const again = await get(paths.api.titles, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
  })

  test('has at most 40 KiB, compressed, and leaves out descriptions before titles', async () => {
    const use_case = await createUseCase()
    const words = ['release', 'notes', 'customer', 'interview', 'budget', 'lesson', 'recipe', 'contract', 'roadmap']
    const line = (seed: number, count: number) =>
      Array.from({ length: count }, (_, at) => `${words[(seed * 7 + at * 5) % words.length]}${(seed * at) % 97}`).join(
        ' ',
      )
    const number = 1_000
    await db.prompt.createMany({
      data: Array.from({ length: number }, (_, at) => ({
        slug: `${newSlug('listed')}-${line(at, 3).replaceAll(' ', '-')}`,
        use_case_id: use_case.id,
        length_tag: 'short' as const,
        created_at: new Date(Date.UTC(2027, 2, 1) + at * 1000),
      })),
    })
    const made = await db.prompt.findMany({ where: { use_case_id: use_case.id }, select: { id: true } })
    await db.promptText.createMany({
      data: made.map(({ id }, at) => ({
        prompt_id: id,
        locale: 'en' as const,
        title: line(at, 4),
        short_description: line(at + 3, 14),
        content: 'A text',
        how_to_use: '',
        known_issues: '',
      })),
    })
    await until(async () => (await read()).length >= number)
    const { text } = await get(paths.api.titles)
    expect(gzipSync(text).length).toBeLessThan(40 * 1024)
    const lengths = (await read()).map(({ short_description }) => (short_description === undefined ? 0 : 1))
    expect(lengths[0]).toBe(1)
    expect(lengths).toContain(0)
    expect(lengths).toEqual(lengths.toSorted((one, other) => other - one))
  })
})
