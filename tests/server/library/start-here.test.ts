import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { StartHere } from '#shared/library/start-here.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createPrompt, newSlug } from '../../support/library.ts'

await openApp()

const read = async (locale: 'en' | 'es' = 'en') => (await get(paths.api.startHere, { locale })).body as StartHere
const createSet = (title: string, ids: number[], shelf: 'role' | 'moment' = 'role') =>
  db.promptSet.create({
    data: {
      slug: newSlug('set'),
      shelf,
      prompt_ids: ids,
      texts: {
        create: [
          { locale: 'en', title },
          { locale: 'es', title: `${title} (es)` },
        ],
      },
    },
  })

describe('GET /api/library/start-here/', () => {
  test('returns the prompt sets of each shelf with their prompts in order, without archived prompts', async () => {
    const [first, second, archived] = [await createPrompt(), await createPrompt({ tier: 1 }), await createPrompt()]
    await db.prompt.update({ where: { id: archived.id }, data: { archived_at: new Date() } })
    await createSet('A job', [second.id, archived.id, first.id, 2_000_000_000])
    await createSet('A moment', [first.id], 'moment')
    await createSet('Nothing left', [archived.id])
    await until(async () => (await read()).sets.length === 2)
    expect((await read()).sets).toMatchObject([
      { shelf: 'role', title: 'A job', prompts: [{ slug: second.slug, required_tier: 1 }, { slug: first.slug }] },
      { shelf: 'moment', title: 'A moment', prompts: [{ slug: first.slug }] },
    ])
    expect((await read('es')).sets[0]?.title).toBe('A job (es)')
  })

  test('reflects a changed prompt set, prompt or tier', async () => {
    const prompt = await createPrompt()
    const { id } = await createSet('Changing', [prompt.id])
    const find = async () => (await read()).sets.find(({ prompts }) => prompts.some(({ slug }) => slug === prompt.slug))
    await until(async () => (await find())?.title === 'Changing')
    await db.promptSetText.updateMany({ where: { prompt_set_id: id, locale: 'en' }, data: { title: 'Changed' } })
    await until(async () => (await find())?.title === 'Changed')
    await db.promptText.updateMany({ where: { prompt_id: prompt.id }, data: { title: 'Another' } })
    await until(async () => (await find())?.prompts[0]?.title === 'Another')
    await db.prompt.update({ where: { id: prompt.id }, data: { required_tier: 2 } })
    await until(async () => (await find())?.prompts[0]?.required_tier === 2)
    expect(await find()).toMatchObject({ title: 'Changed', prompts: [{ title: 'Another', required_tier: 2 }] })
  })

  test("returns the latest prompts: those of the newest prompt's month", async () => {
    const older = await createPrompt({ created_at: new Date('2027-03-02T12:00:00.000Z') })
    const newer = await createPrompt({ created_at: new Date('2027-03-20T12:00:00.000Z') })
    await createPrompt({ created_at: new Date('2027-02-27T12:00:00.000Z') })
    await until(async () => (await read()).latest?.prompts[1]?.slug === older.slug)
    const { latest } = await read()
    expect([latest?.month, latest?.prompts.map(({ slug }) => slug)]).toEqual(['2027-03', [newer.slug, older.slug]])
  })
})
