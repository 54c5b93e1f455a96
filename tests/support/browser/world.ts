import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { CachedResponse } from '../../../server/cache/response-cache.ts'
import { db } from '../../../server/database/db.ts'
import { writeSummaries } from '../../../server/library/summaries.ts'
import { app, get, renderer, sql, startApp } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { until } from '../postgres/database.ts'
import { createCategory, createGroup, createModel, createPrompt, createTag, createUseCase } from '../library.ts'
import { createPerson } from '../people.ts'

export async function createWorld() {
  const [model, otherModel, tag, person] = [
    await createModel('Near model'),
    await createModel('Far model'),
    await createTag({ es: { name: 'Etiqueta' } }),
    await createPerson(),
  ]
  const [group, otherGroup] = [
    await createGroup({ es: { name: 'Grupo' }, models: [model] }),
    await createGroup({ models: [otherModel] }),
  ]
  const nearCategory = await createCategory({ group, es: { name: 'Cerca', description: 'Aquí' } })
  const farCategory = await createCategory({ group: otherGroup })
  const near = await createUseCase({ category: nearCategory, es: { title: 'Caso de cerca' } })
  const sibling = await createUseCase({ category: nearCategory, tier: 1 })
  const far = await createUseCase({ category: farCategory })
  const prompt = await createPrompt({
    use_case: near,
    models: [model],
    tags: [tag],
    length: 'medium',
    es: { title: 'Texto de cerca' },
  })
  const plain = await createPrompt({ use_case: near, tier: 1 })
  const third = await createPrompt({ use_case: near })
  const farPrompt = await createPrompt({ use_case: far, models: [otherModel] })
  for (const { id } of [prompt, farPrompt])
    await db.rating.create({ data: { prompt_id: id, user_id: person.id, value: 4 } })
  // Without a stored summary, a server computes one, and a later copy does not publish its change.
  await writeSummaries()
  return {
    model,
    otherModel,
    tag,
    person,
    group,
    otherGroup,
    nearCategory,
    farCategory,
    near,
    sibling,
    far,
    prompt,
    plain,
    third,
    farPrompt,
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>

export const listsOf = (useCase: { slug: string }) => [
  ...['latest', 'rating_desc', 'rating_asc'].map((order) => paths.api.useCasePrompts(useCase.slug, { order })),
  ...['short', 'medium'].map((length) => paths.api.useCasePrompts(useCase.slug, { length })),
  paths.api.useCasePrompts(useCase.slug, { min_rating: '3.5' }),
  paths.api.useCasePrompts(useCase.slug, { free: '1' }),
  paths.api.useCasePrompts(useCase.slug, { limit: 2 }),
]

export const farOnly = (world: World) => [
  paths.api.category(world.farCategory.slug),
  paths.api.useCase(world.far.slug),
  ...listsOf(world.far),
  paths.api.prompt(world.farPrompt.slug),
]

const pagesOf = (world: World) =>
  renderer
    ? [
        paths.library,
        paths.category(world.nearCategory.slug),
        paths.libraryUseCase(world.near.slug),
        paths.prompt(world.prompt.slug),
      ]
    : []

export const addressesOf = (world: World): string[] => [
  ...[{}, { free: '1' }, { use_cases: '0' }].map((query) => paths.api.categories(query as { free?: '1' })),
  paths.api.functional,
  paths.api.category(world.nearCategory.slug),
  paths.api.useCase(world.near.slug),
  paths.api.useCase(world.sibling.slug),
  paths.api.useCases({ q: 'o' }),
  paths.api.useCases({ q: 'title', category: world.nearCategory.slug }),
  ...listsOf(world.near),
  paths.api.useCasePrompts(world.near.slug, { model: world.model.slug }),
  paths.api.useCasePrompts(world.near.slug, { exclude: world.prompt.slug }),
  ...[world.prompt, world.plain, world.third].map(({ slug }) => paths.api.prompt(slug)),
  ...farOnly(world),
  ...pagesOf(world),
]

const inBoth = (addresses: string[]) =>
  addresses.flatMap((path) => (['en', 'es'] as const).map((locale) => ({ path, locale })))
export type CachedTarget = ReturnType<typeof inBoth>[number]
export const keyOf = ({ path, locale }: CachedTarget) => `${locale} ${path}`

const contentOf = ({ status, text }: TestResponse) =>
  status === 404 ? '404' : `${status} ${text.replaceAll(/"(dehydratedAt|dataUpdatedAt|errorUpdatedAt)":\d+/g, '')}`

export const ask = ({ path, locale }: CachedTarget, of: FastifyInstance): Promise<TestResponse> =>
  get(path, { of, headers: { 'accept-language': locale } })

let markers = 0
/** Waits until this server has received all invalidations so far. */
export async function announced(of: FastifyInstance): Promise<void> {
  const tag = `marker:${process.pid}:${++markers}`
  const answer: CachedResponse = {
    status: 200,
    etag: '',
    tags: [tag],
    headers: [],
    bodies: { identity: Buffer.alloc(0) },
  }
  expect(of.responseCache.set(tag, answer, of.responseCache.version)).toBe(true)
  await sql.query('UPDATE cache_invalidation SET due_at = now()')
  await sql.query('SELECT invalidate(ARRAY[$1])', [tag])
  await until(() => !of.responseCache.get(tag))
}

const coldServers = new WeakMap<FastifyInstance, Promise<FastifyInstance>>()
function coldServer(): Promise<FastifyInstance> {
  const server = coldServers.get(app) ?? startApp()
  coldServers.set(app, server)
  return server
}
const askAll = async (places: CachedTarget[], of: FastifyInstance) =>
  (await Promise.all(places.map((target) => ask(target, of)))).map(contentOf)

/** Writes with a full cache and compares with an uncached server; `untouched` responses must stay cached. */
export async function expectFreshAfter(
  world: World,
  write: () => Promise<unknown>,
  untouched: string[],
  extra: string[] = [],
) {
  const cold = await coldServer()
  const places = inBoth([...addressesOf(world), ...extra])
  let before: string[] = []
  // A late invalidation of earlier writes empties the cache again.
  await until(async () => {
    await Promise.all([announced(app), announced(cold)])
    before = await askAll(places, app)
    return places.every((target, at) => app.responseCache.get(keyOf(target)) ?? before[at]?.startsWith('404'))
  })
  const cached = new Map(places.map((target) => [keyOf(target), app.responseCache.get(keyOf(target))]))
  await write()
  await Promise.all([announced(app), announced(cold)])
  const dropped = inBoth(untouched)
    .map(keyOf)
    .filter((key) => !cached.get(key) || app.responseCache.get(key) !== cached.get(key))
  expect({ dropped }).toEqual({ dropped: [] })
  cold.responseCache.connect()
  const expected = await askAll(places, cold)
  const after = await askAll(places, app)
  const stale = places.filter((_target, at) => after[at] !== expected[at]).map(keyOf)
  expect({ stale }).toEqual({ stale: [] })
  return places.filter((_target, at) => before[at] !== after[at]).map(keyOf)
}
