import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { app, get, openApp, post, put, renderer, sql, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { addressesOf, announced, createWorld } from '../../support/browser/world.ts'

await openApp()

await addStarterPlans()
const world = await createWorld()
const lockedCategory = await createCategory({ tier: 1 })
const lockedUseCase = await createUseCase({ category: lockedCategory })
const lockedPrompt = await createPrompt({ use_case: lockedUseCase })

async function createShared(): Promise<string> {
  const as = await createPerson()
  const { id } = (await post(paths.api.collections(), { name: 'Mine' }, { as })).body
  await put(paths.api.collectionPrompt(id, world.prompt.slug), undefined, { as })
  return (await post(paths.api.collectionShare(id), undefined, { as })).body.share_key
}
const shared = paths.api.sharedCollection(await createShared())
const search = paths.api.promptSearch({ q: 'title' })

describe('publicReads.answer', () => {
  test.each([
    ...addressesOf(world).filter((path) => path.startsWith('/api/')),
    paths.api.plans,
    paths.api.testimonials,
    sitePaths.api.faq('subscription'),
    sitePaths.api.page('none'),
    sitePaths.api.legalPage('privacy'),
    shared,
    search,
    ...[lockedCategory, { slug: 'none' }].map(({ slug }) => paths.api.category(slug)),
    ...[lockedUseCase, { slug: 'none' }].flatMap(({ slug }) => [
      paths.api.useCase(slug),
      paths.api.useCasePrompts(slug),
    ]),
    ...[lockedPrompt, { slug: 'no/such' }].map(({ slug }) => paths.api.prompt(slug)),
    paths.api.sharedCollection('none'),
    paths.api.useCasePrompts(world.near.slug, { cursor: 'wrong' }),
  ])('returns for %s the bytes and cache tags of the HTTP response in each language', async (path) => {
    await announced(app)
    for (const locale of ['en', 'es'] as const) {
      const { status, text } = await get(path, { locale })
      const cached = app.responseCache.get(`${locale} ${path}`)
      // The second answer may come from the cache.
      for (let time = 0; time < 2; time++) {
        const answer = await app.publicReads.answer(path, locale)
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, text])
        expect(answer.cacheTags).toEqual(cached?.tags ?? null)
      }
    }
  })

  test.each([paths.api.prompt('a\0b'), '/api/library/categories/?free=x'])(
    'returns 400 for the malformed path %s',
    async (path) => {
      expect(await app.publicReads.answer(path, 'en')).toMatchObject({ status: 400, cacheTags: null })
    },
  )

  test('rejects a path that is no public read', async () => {
    for (const path of [paths.api.me, paths.api.subscriptionStatus, '/api/openapi.json'])
      await expect(app.publicReads.answer(path, 'en')).rejects.toThrow('No public read')
  })
})

/** Starts a server whose pages read these paths, wait, and return 200 for any outcome. */
async function startAsking(parts: string[], held: Promise<void> = Promise.resolve()) {
  let renders = 0
  const of = await startApp(
    {},
    undefined,
    renderer && {
      ...renderer,
      render: async ({ apiFetch }) => {
        const answers = await Promise.all(parts.map(apiFetch))
        renders++
        await held
        return { status: 200, html: JSON.stringify(answers) }
      },
    },
  )
  await announced(of)
  return { of, renders: () => renders, isCached: () => of.responseCache.get('en /') !== undefined }
}

describe.runIf(renderer)('a page', () => {
  const card = paths.api.category(world.nearCategory.slug)

  test('has the cache tags of all its parts', async () => {
    const { of } = await startAsking([card, paths.api.functional])
    expect((await get('/', { of })).headers['cache-control']).toBe('no-cache')
    const parts = await Promise.all([card, paths.api.functional].map((path) => of.publicReads.answer(path, 'en')))
    const tags = parts.flatMap(({ cacheTags }) => cacheTags ?? [])
    expect(new Set(of.responseCache.get('en /')?.tags)).toEqual(new Set(['site', ...tags]))
  })

  test.each([
    ['does not exist', paths.api.category('not-there')],
    ['has no cache tags', search],
    ['is a shared collection', shared],
  ])('is not cached if a part of the page %s', async (_what, path) => {
    const { of, isCached } = await startAsking([card, path, paths.api.functional])
    expect((await get('/', { of })).headers['cache-control']).toBe('no-store')
    expect(isCached()).toBe(false)
  })

  test('is not cached if the plans could not be read', async () => {
    const plans = await get('/')
    expect(plans.text).toContain('"price":9.99')
    const of = await startApp()
    await sql.query('ALTER TABLE plan RENAME TO plan_away')
    try {
      await announced(of)
      const without = await get('/', { of })
      expect(without).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
      expect(without.text).not.toContain('"price":9.99')
    } finally {
      await sql.query('ALTER TABLE plan_away RENAME TO plan')
    }
    expect((await get('/', { of })).text).toContain('"price":9.99')
  })

  test('is not cached if a part of the page changes while the page is rendered', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { of, renders, isCached } = await startAsking([paths.api.functional, card], promise)
    const page = get('/', { of })
    await until(() => renders() === 1)
    await sql.query(`UPDATE category_text SET description = 'Changed' WHERE category_id = $1`, [world.nearCategory.id])
    await announced(of)
    resolve()
    expect((await page).status).toBe(200)
    expect(isCached()).toBe(false)
    await get('/', { of })
    expect(isCached()).toBe(true)
  })
})

describe.runIf(renderer)('a text that contains a script end tag', () => {
  const hostile = '</script><script>alert(1)</script><!--<script>'

  test('is escaped in the page data and in the structured data', async () => {
    const prompt = await createPrompt({ en: { title: hostile, content: hostile } })
    const { status, text } = await get(paths.prompt(prompt.slug))
    expect(status).toBe(200)
    const scripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script/g)]
    const dataOf = (mark: string) => JSON.parse(scripts.find(([, attributes]) => attributes?.includes(mark))?.[2] ?? '')
    expect(JSON.stringify(dataOf('page-data'))).toContain(JSON.stringify(hostile))
    expect(dataOf('ld+json').itemListElement.at(-1).name).toBe(hostile)
    expect(scripts.map(([, attributes]) => attributes)).toEqual([
      '',
      expect.stringContaining('ld+json'),
      expect.stringContaining('page-data'),
      expect.stringContaining('type="module"'),
    ])
  })
})
