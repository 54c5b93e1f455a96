import '../../../server/messages.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { createApp } from '../../../server/app.ts'
import { routes } from '../../../server/routes.ts'
import { startBackground } from '../../../server/start/background.ts'
import { addStarterPosts } from '../../../server/blog/starter-posts.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { closeDatabase, db, openDatabase } from '../../../server/database/db.ts'
import { renderVersion } from '../../../server/markdown/markdown.ts'
import { addStarterSections } from '../../../server/forum/sections.ts'
import { createJobs } from '../../../server/jobs.ts'
import { parseSettings } from '../../../server/settings/settings.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { teamAccount } from '../../../server/users/team-account.ts'
import { until } from '../../support/postgres/database.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { startReplicated } from '../../support/postgres/replica.ts'
import { createDataFolder } from '../../support/site.ts'

const cluster = await startReplicated((url) => migrate(url))
await openDatabase(cluster.url, 5)
await addStarterPlans()
await addStarterSections(teamAccount('Promptory'))
await addStarterPosts('Promptory')

const folder = createDataFolder()
const settings = parseSettings({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  LIMITS: 'off',
  DATA_DIR: folder,
  PUBLIC_URL: 'http://library.test',
  REQUIRE_CONFIRMED_EMAIL: 'false',
  DATABASE_URL: cluster.url,
  DATABASE_REPLICA_URL: cluster.replicaUrl,
  DATABASE_POOL: '5',
})
const options = { settings, secrets: ['a secret that only the tests know of'] as [string], renderer: null }
const logged: string[] = []
const jobs = createJobs(cluster.url, { runsSchedules: false })
const app = await createApp({ ...options, jobs, routes })
await startBackground(app, options)
Object.assign(app.log, {
  warn: (_facts: object, text: string) => logged.push(text),
  info: (text: string) => logged.push(text),
})
const { replica } = app
afterAll(async () => {
  await app.close()
  await closeDatabase()
  await cluster.stop()
})

/** Where each read since the last call was answered. */
const where: ('database' | 'replica')[] = []
if (replica) {
  const read = replica.read.bind(replica)
  replica.read = async (work) => {
    const found = await read(work)
    where.push(found ? 'replica' : 'database')
    return found
  }
}
const whereRead = () => where.splice(0)
const replicaIs = (expected: 'replica' | 'database') =>
  until(async () => {
    whereRead()
    await get(paths.api.useCases({ q: String(Math.random()) }))
    return whereRead().join() === expected
  })

async function ask(request: InjectOptions) {
  const response = await app.inject(request)
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  // oxlint-disable-next-line typescript/no-explicit-any -- each test says what it expects
  const body: any = isJson && response.body ? response.json() : response.body
  return { status: response.statusCode, headers: response.headers, body }
}
const get = (url: string, headers: Record<string, string> = {}) => ask({ method: 'GET', url, headers })

async function signUp() {
  const person = { email: `reader-${Math.random()}@example.test`, password: 'a long enough secret' }
  await ask({ method: 'POST', url: paths.api.register, payload: { ...person, name: 'Ada', surname: 'Reader' } })
  const { body } = await ask({ method: 'POST', url: paths.api.token, payload: person })
  return { authorization: `Bearer ${body.access}` }
}

const rename = (id: number, name: string) => db.categoryText.updateMany({ where: { category_id: id }, data: { name } })

/** Waits until the app has received all invalidations so far. */
async function everythingHeard() {
  const tag = `marker:${randomUUID()}`
  const received = Promise.withResolvers<void>()
  const hear = (tags: readonly string[]) => {
    if (tags.includes(tag)) received.resolve()
  }
  app.invalidations.on('tags', hear)
  await db.$executeRaw`UPDATE cache_invalidation SET due_at = now()`
  await db.$executeRaw`SELECT invalidate(ARRAY[${tag}])`
  await received.promise
  app.invalidations.off('tags', hear)
}

/** Pauses the replica after all invalidations have arrived: later ones would require a newer replica. */
async function pause() {
  await everythingHeard()
  await replicaIs('replica')
  await cluster.pause()
}

describe('a server with a replica', () => {
  beforeEach(async () => {
    await replicaIs('replica')
    logged.length = 0
  })
  afterEach(cluster.restore)

  test('reads public data from the replica, and personal data from the primary', async () => {
    const category = await createCategory()
    const use_case = await createUseCase({ category })
    const prompt = await createPrompt({ use_case })
    const person = await signUp()
    const [section] = await db.section.findMany()
    const author = await db.user.findFirstOrThrow()
    const thread = await db.thread.create({
      data: {
        title: 'A thread to read',
        meta_slug: randomUUID(),
        description: 'Its text',
        description_html: '<p>Its text</p>',
        excerpt: 'Its text',
        render_version: renderVersion,
        status: 'published',
        published_at: new Date(),
        section_id: section?.id ?? 0,
        author_id: author.id,
      },
    })
    const pages = [
      paths.api.categories(),
      paths.api.category(category.slug),
      paths.api.useCases({ q: 'case' }),
      paths.api.useCase(use_case.slug),
      paths.api.useCasePrompts(use_case.slug),
      paths.api.useCasePrompts(use_case.slug, { order: 'rating_desc' }),
      paths.api.functional,
      paths.api.prompt(prompt.slug),
      paths.api.promptSearch({ q: 'prompt' }),
      paths.api.plans,
      paths.api.testimonials,
      sitePaths.api.faq('landing'),
      blogPaths.api.posts(),
      blogPaths.api.posts({ q: 'prompt' }),
      blogPaths.api.tags,
      forumPaths.api.sections,
      forumPaths.api.threads(),
      forumPaths.api.threads({ q: 'thread' }),
      forumPaths.api.thread(thread.meta_slug),
      forumPaths.api.comments(thread.meta_slug),
    ]
    await everythingHeard()
    // The primary is read while the replica lacks an announced change.
    for (const page of pages)
      await until(async () => {
        app.responseCache.connect()
        whereRead()
        expect([page, (await get(page)).status]).toEqual([page, 200])
        return [...new Set(whereRead())].join() === 'replica'
      })
    whereRead()
    for (const page of [paths.api.me, paths.api.prompt(prompt.slug), forumPaths.api.threads({ q: 'thread' })])
      expect((await get(page, person)).status).toBe(200)
    expect(whereRead()).toEqual([])
    // A member's search may read the replica, except while it lags.
    await until(async () => {
      expect((await get(paths.api.promptSearch({ q: 'prompt' }), person)).status).toBe(200)
      const read = whereRead()
      return read.length > 0 && read.every((place) => place === 'replica')
    })
  })

  test('never serves data older than an invalidation, however far the replica lags', async () => {
    const category = await createCategory()
    await cluster.delay(40)
    const names: [string, string][] = []
    for (let round = 0; round < 25; round++) {
      await rename(category.id, `Name ${round}`)
      await everythingHeard()
      for (const as of [get(paths.api.category(category.slug)), get(`${paths.api.category(category.slug)}?n=${round}`)])
        names.push([`Name ${round}`, (await as).body.name])
      if (round % 5 === 0) await sleep(60)
      names.push([`Name ${round}`, (await get(paths.api.category(category.slug))).body.name])
    }
    await cluster.delay(0)
    expect(names.filter(([written, read]) => written !== read)).toEqual([])
    await replicaIs('replica')
  })

  test('shows members their own write at once, and others once the replica has it', async () => {
    const [headers, prompt] = [await signUp(), await createPrompt()]
    const { body: collection } = await ask({
      method: 'POST',
      url: paths.api.collections(),
      headers,
      payload: { name: 'Mine' },
    })
    const shared = await ask({ method: 'POST', url: paths.api.collectionShare(collection.id), headers })
    const link = paths.api.sharedCollection(shared.body.share_key)
    const countSeen = async (cookie: string) => (await get(link, { cookie })).body.results.length as number
    await pause()
    const url = paths.api.collectionPrompt(collection.id, prompt.slug)
    const collected = await ask({ method: 'PUT', url, headers })
    const cookie = 'recent_write=1; Max-Age=10; Path=/; HttpOnly; SameSite=Lax'
    expect([collected.status, collected.headers['set-cookie']]).toEqual([200, cookie])
    expect(await countSeen('lang=es; recent_write=1')).toBe(1)
    expect(await countSeen('not_recent_write=1')).toBe(0)
    const refused = await ask({ method: 'POST', url: paths.api.collections(), payload: { name: 'Mine' } })
    const counted = await ask({ method: 'POST', url: paths.api.promptCopy(prompt.slug) })
    for (const { headers: sent } of [refused, counted, await get(link)]) expect(sent['set-cookie']).toBeUndefined()
    await cluster.resume()
    await until(async () => (await countSeen('')) === 1)
  })

  test('reads the primary while the replica lags too far, with a warning', async () => {
    await pause()
    await db.user.create({ data: { username: `late-${Math.random()}`, email: `late-${Math.random()}@example.test` } })
    await until(() => logged.length > 0)
    await replicaIs('database')
    await cluster.resume()
    await replicaIs('replica')
    await until(() => logged.length > 1)
    expect(logged).toEqual([
      'The replica is behind: the database itself is read',
      'The replica is back: reads go there again',
    ])
  })

  test('reads the primary while the replica is down, with a warning', async () => {
    cluster.kill()
    for (let time = 0; time < 20; time++) expect((await get(paths.api.useCases({ q: String(time) }))).status).toBe(200)
    await until(() => logged.length > 0)
    await cluster.start()
    await replicaIs('replica')
    await until(() => logged.length > 1)
    expect(logged).toEqual([
      'The replica is away: the database itself is read',
      'The replica is back: reads go there again',
    ])
  })

  test('reads the primary when the replica hangs during a read', async () => {
    cluster.freeze()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => get(paths.api.useCases({ q: `hung${at}` }))))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    await until(() => logged.length > 0)
    cluster.thaw()
    await replicaIs('replica')
  })

  test('reads the primary while invalidations are not received', async () => {
    await db.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cache invalidation'`
    await until(async () => {
      await get(paths.api.useCases({ q: String(Math.random()) }))
      return whereRead().includes('database')
    })
    await replicaIs('replica')
    expect(logged).toEqual([])
  })
})
