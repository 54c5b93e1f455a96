import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import { app, get, openApp, patch, post, put, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const { api } = adminPaths
const [admin, member] = [await createPerson({ role: 'admin' }), await createPerson({ tier: 1 })]

async function createShelf(word: string) {
  const category = await createCategory({ en: { name: `Category ${word}`, description: '' } })
  const useCase = await createUseCase({ category, en: { title: `Use case ${word}` } })
  const prompt = await createPrompt({ use_case: useCase, en: { title: `Prompt ${word}`, content: `Content ${word}` } })
  const beside = await createPrompt({ use_case: useCase, en: { title: `Beside ${word}` } })
  for (const { slug } of [prompt, beside]) await post(paths.api.promptSave(slug), undefined, { as: member })
  await post(paths.api.promptRating(prompt.slug), { value: 4 }, { as: member })
  const collection = (await post(paths.api.collections(), { name: `Mine ${word}` }, { as: member })).body.id as number
  for (const { slug } of [prompt, beside])
    await put(paths.api.collectionPrompt(collection, slug), undefined, { as: member })
  const share = (await post(paths.api.collectionShare(collection), undefined, { as: member })).body.share_key as string
  return { word, category, useCase, prompt, beside, collection, share }
}
type Shelf = Awaited<ReturnType<typeof createShelf>>
type Level = 'categories' | 'use-cases' | 'prompts'
const itemOf = ({ category, useCase, prompt }: Shelf, level: Level) =>
  ({ categories: category, 'use-cases': useCase, prompts: prompt })[level]

async function archive(level: Level, id: number, is_archived: boolean) {
  const path = api.libraryItem(level, id)
  const { body, headers } = await get(path, { as: admin })
  const { id: _id, slug: _slug, ...changes } = body
  const changed = await put(
    path,
    { ...changes, is_archived },
    { as: admin, headers: { 'if-match': String(headers.etag) } },
  )
  expect(changed.status).toBe(200)
  await announced(app)
}

/** Whether each public response and each of the member's lists contains the shelf. */
async function seen({ word, category, useCase, prompt, beside, collection, share }: Shelf) {
  const bodies = {
    categories: paths.api.categories(),
    'free categories': paths.api.categories({ free: '1' }),
    category: paths.api.category(category.slug),
    'use case': paths.api.useCase(useCase.slug),
    'search of use cases': paths.api.useCases({ q: word }),
    list: paths.api.useCasePrompts(useCase.slug),
    'list by rating': paths.api.useCasePrompts(useCase.slug, { order: 'rating_desc' }),
    'list beside': paths.api.useCasePrompts(useCase.slug, { exclude: beside.slug }),
    prompt: paths.api.prompt(prompt.slug),
    search: paths.api.promptSearch({ q: `prompt ${word}` }),
    'search of texts': paths.api.promptSearch({ q: `content ${word}` }),
    'shared collection': paths.api.sharedCollection(share),
  }
  const personal = {
    saved: paths.api.savedPrompts(),
    'saved of the category': paths.api.savedPrompts({ category: category.slug }),
    'saved categories': paths.api.savedCategories,
    collection: paths.api.collectionPrompts(collection),
    'my prompt': paths.api.prompt(prompt.slug),
  }
  const shown: Record<string, boolean> = {}
  for (const [name, path] of Object.entries(bodies))
    shown[name] = (await get(path)).text.includes(`"${labelIn(name)} ${word}"`)
  for (const [name, path] of Object.entries(personal))
    shown[name] = (await get(path, { as: member })).text.includes(`"${labelIn(name)} ${word}"`)
  const sitemaps = (await get('/sitemap.xml')).text.matchAll(/<loc>([^<]+)<\/loc>/g)
  const files = await Promise.all(
    [...sitemaps].map(async ([, address = '']) => (await get(new URL(address).pathname)).text),
  )
  for (const [name, path] of [
    ['sitemap of categories', paths.category(category.slug)],
    ['sitemap of use cases', paths.libraryUseCase(useCase.slug)],
    ['sitemap of prompts', paths.prompt(prompt.slug)],
  ] as const)
    shown[name] = files.some((text) => text.includes(`${path}<`))
  return shown
}
const labels: Record<string, string> = {
  categories: 'Category',
  'free categories': 'Category',
  category: 'Category',
  'saved categories': 'Category',
  'use case': 'Use case',
  'search of use cases': 'Use case',
}
const labelIn = (name: string) => labels[name] ?? 'Prompt'
const ofCategory = ['categories', 'free categories', 'category', 'sitemap of categories']
const ofUseCase = ['use case', 'search of use cases', 'sitemap of use cases']

describe('an archived item', () => {
  test.each(['prompts', 'use-cases', 'categories'] as const)(
    'is hidden everywhere with the items below it until it is restored: %s',
    async (level) => {
      const shelf = await createShelf(`zebra${level.replace('-', '')}`)
      await announced(app)
      const before = await seen(shelf)
      expect(Object.entries(before).filter(([, isShown]) => !isShown)).toEqual([])
      const { id } = itemOf(shelf, level)
      await archive(level, id, true)
      const stays = {
        prompts: [...ofCategory, ...ofUseCase, 'saved categories'],
        'use-cases': ofCategory,
        categories: [],
      }[level]
      const hidden = await seen(shelf)
      expect(
        Object.entries(hidden)
          .filter(([, isShown]) => isShown)
          .map(([name]) => name)
          .toSorted(),
      ).toEqual((stays as string[]).toSorted())
      for (const path of [paths.api.prompt(shelf.prompt.slug), paths.api.promptSave(shelf.prompt.slug)])
        expect((await (path.endsWith('save/') ? post(path, undefined, { as: member }) : get(path))).status).toBe(404)
      expect((await post(paths.api.promptRating(shelf.prompt.slug), { value: 1 }, { as: member })).status).toBe(404)
      await archive(level, id, false)
      expect(await seen(shelf)).toEqual(before)
      expect((await get(paths.api.prompt(shelf.prompt.slug), { as: member })).body).toMatchObject({
        user_rating: 4,
        is_saved: true,
        rating_avg: 4,
      })
    },
  )

  test('is left out of the counts of categories and collections until it is restored', async () => {
    const shelf = await createShelf('okapi')
    const countsOf = async () => {
      const { body } = await get(paths.api.category(shelf.category.slug))
      const { body: all } = await get(paths.api.categories())
      const card = all.find(({ slug }: { slug: string }) => slug === shelf.category.slug)
      const { body: collections } = await get(paths.api.collections(), { as: member })
      const mine = collections.results ?? collections
      return [
        body.prompt_count,
        card?.prompt_count,
        card?.use_case_count,
        mine.find(({ id }: { id: number }) => id === shelf.collection).prompt_count,
      ]
    }
    const counted = (counts: (number | undefined)[]) =>
      until(async () => JSON.stringify(await countsOf()) === JSON.stringify(counts))
    await counted([2, 2, 1, 2])
    await archive('prompts', shelf.prompt.id, true)
    await counted([1, 1, 1, 1])
    await archive('use-cases', shelf.useCase.id, true)
    await counted([0, 0, 0, 0])
    await archive('prompts', shelf.prompt.id, false)
    await archive('use-cases', shelf.useCase.id, false)
    await counted([2, 2, 1, 2])
    expect(await countsOf()).toEqual([2, 2, 1, 2])
  })

  test('keeps its position in a collection while other prompts are moved', async () => {
    const { collection, prompt, beside, useCase } = await createShelf('lynx')
    const last = await createPrompt({ use_case: useCase })
    await put(paths.api.collectionPrompt(collection, last.slug), undefined, { as: member })
    await archive('prompts', prompt.id, true)
    const listed = async () =>
      (await get(paths.api.collectionPrompts(collection), { as: member })).body.results.map(
        ({ id }: { id: number }) => id,
      )
    for (const [position, expected] of [
      [0, [last.id, beside.id]],
      [1, [beside.id, last.id]],
      [0, [last.id, beside.id]],
    ] as const) {
      await patch(paths.api.collectionPrompt(collection, last.slug), { position }, { as: member })
      expect(await listed()).toEqual(expected)
    }
    await archive('prompts', prompt.id, false)
    expect(await listed()).toEqual([prompt.id, last.id, beside.id])
  })

  test("returns 404 in the admin's preview for every tier, unlike other items", async () => {
    const { prompt, useCase, category } = await createShelf('gnu')
    const preview = async (level: Level, id: number, tier: number) =>
      (await get(api.libraryPreview(level, id, tier), { as: admin })).body
    expect(await preview('prompts', prompt.id, 0)).toMatchObject({ status: 200, item: { content: 'Content gnu' } })
    await sql.query('UPDATE use_case SET required_tier = 1 WHERE id = $1', [useCase.id])
    const locked = await preview('prompts', prompt.id, 0)
    expect(locked).toMatchObject({ status: 403, required_tier: 1, item: { title: 'Prompt gnu' } })
    expect(JSON.stringify(locked)).not.toContain('Content gnu')
    const shown = await preview('prompts', prompt.id, 1)
    const theirs = await get(paths.api.prompt(prompt.slug), { as: await createPerson({ tier: 1 }) })
    expect(shown.item).toMatchObject({ ...theirs.body, rating_avg: 4, rating_count: 1 })
    expect(await preview('use-cases', useCase.id, 0)).toMatchObject({ status: 403, required_tier: 1 })
    expect(await preview('categories', category.id, 0)).toMatchObject({ status: 200, item: { slug: category.slug } })
    await archive('categories', category.id, true)
    expect(await preview('prompts', prompt.id, 9)).toEqual({ status: 404, item: null })
    expect((await get(api.libraryPreview('prompts', 2_000_000_000, 1), { as: admin })).status).toBe(404)
  })
})

const orderOf = async (category: { slug: string }) =>
  (await get(paths.api.category(category.slug))).body.use_cases.map(({ slug }: { slug: string }) => slug)

describe('the order of a library list', () => {
  test('is by name until an item is moved, then by position, and by name again after a reset', async () => {
    const category = await createCategory()
    const [a, b, c] = [
      await createUseCase({ category, slug: 'order-a' }),
      await createUseCase({ category, slug: 'order-b' }),
      await createUseCase({ category, slug: 'order-c' }),
    ]
    expect(await orderOf(category)).toEqual(['order-a', 'order-b', 'order-c'])
    const move = (id: number, before: number | null) =>
      post(api.libraryMove('use-cases', id), { before }, { as: admin })
    expect((await move(c.id, a.id)).body).toEqual({ place: 0 })
    await announced(app)
    expect(await orderOf(category)).toEqual(['order-c', 'order-a', 'order-b'])
    expect((await move(c.id, null)).body).toEqual({ place: 2 })
    await announced(app)
    expect(await orderOf(category)).toEqual(['order-a', 'order-b', 'order-c'])
    await Promise.all([move(a.id, null), move(b.id, null), move(c.id, null), move(a.id, b.id), move(b.id, c.id)])
    const { rows } = await sql.query('SELECT position FROM use_case WHERE category_id = $1 ORDER BY position', [
      category.id,
    ])
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2])
    const stranger = await createUseCase()
    expect(await move(a.id, stranger.id)).toMatchObject({ status: 400, body: { before: expect.any(Array) } })
    expect((await move(2_000_000_000, null)).status).toBe(404)
    expect((await post(api.libraryByName('use-cases'), { category_id: category.id }, { as: admin })).status).toBe(204)
    await announced(app)
    expect(await orderOf(category)).toEqual(['order-a', 'order-b', 'order-c'])
    const log = await get(api.audit({ kind: 'use_case', target: String(c.id) }), { as: admin })
    expect(log.body.results[0]).toMatchObject({ action: 'moved', has_states: true })
  })

  test("of categories is the order of the admin's list, too", async () => {
    const [first, second] = [await createCategory({ slug: 'zz-first' }), await createCategory({ slug: 'zz-second' })]
    expect((await post(api.libraryMove('categories', second.id), { before: first.id }, { as: admin })).status).toBe(200)
    await announced(app)
    const slugs = (await get(paths.api.categories())).body.map(({ slug }: { slug: string }) => slug)
    expect(slugs.indexOf('zz-second')).toBe(slugs.indexOf('zz-first') - 1)
    const listed = (await get(api.library('categories', { limit: 50, archived: '0' }), { as: admin })).body.results
    expect(listed.map(({ slug }: { slug: string }) => slug)).toEqual(slugs)
    expect((await post(api.libraryByName('categories'), undefined, { as: admin })).status).toBe(204)
  })
})
