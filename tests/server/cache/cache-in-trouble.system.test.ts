import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ResponseCache } from '../../../server/cache/response-cache.ts'
import type { CachedResponse } from '../../../server/cache/response-cache.ts'
import { app, get, openApp, sql, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const keyOf = (path: string) => `en ${path}`
const rename = (category: { id: number }, name: string) =>
  sql.query(`UPDATE category_text SET name = $2 WHERE category_id = $1`, [category.id, name])
const nameOf = async (path: string, of = app) => (await get(path, { of })).body.name

async function createCached() {
  const category = await createCategory()
  const path = paths.api.category(category.slug)
  await announced(app)
  await get(path)
  expect(app.responseCache.get(keyOf(path))).toBeDefined()
  return { category, path }
}

describe('a cached response', () => {
  test('equals the first response in body and headers, for every encoding', async () => {
    const prompt = await createPrompt({ en: { content: 'A long text. '.repeat(200) } })
    await announced(app)
    for (const encoding of ['identity', 'gzip', 'br']) {
      const path = `${paths.api.prompt(prompt.slug)}?${encoding}`
      const ask = () => app.inject({ url: path, headers: { 'accept-encoding': encoding } })
      const [made, cached] = [await ask(), await ask()]
      const lasting = ({ headers }: typeof made) => {
        const {
          'x-request-id': _id,
          'content-length': _length,
          'transfer-encoding': _transfer,
          date: _date,
          vary,
          ...rest
        } = headers
        return { ...rest, vary: [...new Set(String(vary).toLowerCase().split(/, */))].toSorted() }
      }
      expect(lasting(cached)).toEqual(lasting(made))
      expect(cached.headers['x-request-id']).not.toBe(made.headers['x-request-id'])
      expect(cached.rawPayload.equals(made.rawPayload) || encoding !== 'identity').toBe(true)
    }
  })

  test('is served without a database query', async () => {
    const { path } = await createCached()
    await sql.query('BEGIN; LOCK TABLE category IN ACCESS EXCLUSIVE MODE')
    try {
      expect((await get(path)).status).toBe(200)
    } finally {
      await sql.query('ROLLBACK')
    }
  })

  test('is neither served to a request with a token nor stored from its response', async () => {
    const [prompt, person] = [await createPrompt(), await createPerson()]
    const { path } = await createCached()
    const cached = app.responseCache.get(keyOf(path))
    expect(await get(path, { as: { token: 'nonsense' } })).toMatchObject({ status: 401 })
    await get(paths.api.prompt(prompt.slug), { as: person })
    expect(app.responseCache.get(keyOf(paths.api.prompt(prompt.slug)))).toBeUndefined()
    expect(app.responseCache.get(keyOf(path))).toBe(cached)
  })

  test('is stored per language', async () => {
    const category = await createCategory({ es: { name: 'Español', description: '' } })
    const path = paths.api.category(category.slug)
    for (let times = 0; times < 2; times++) {
      expect((await get(path, { locale: 'es' })).body.name).toBe('Español')
      expect((await get(path, { locale: 'en' })).body.name).toBe(`Name of ${category.slug}`)
    }
  })

  test('is not stored from a failed response', async () => {
    const useCase = await createUseCase()
    const path = paths.api.useCasePrompts(useCase.slug)
    await announced(app)
    await sql.query('ALTER TABLE prompt RENAME TO prompt_away')
    const failed = await get(path).finally(() => sql.query('ALTER TABLE prompt_away RENAME TO prompt'))
    expect(failed).toMatchObject({
      status: 500,
      body: { detail: expect.any(String), request_id: failed.headers['x-request-id'] },
      headers: { 'cache-control': 'no-store' },
    })
    expect(Object.keys(failed.body).toSorted()).toEqual(['detail', 'request_id'])
    expect((await get(path)).status).toBe(200)
  })

  test('is not stored from a 404, so that a new item is visible at once', async () => {
    const slug = 'not-yet-there'
    expect((await get(paths.api.category(slug))).status).toBe(404)
    await createCategory({ slug })
    expect((await get(paths.api.category(slug))).status).toBe(200)
  })
})

describe('a response that is read before a change and finished after the change', () => {
  test('is not stored', async () => {
    const category = await createCategory()
    const path = paths.api.category(category.slug)
    await announced(app)
    const [read, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = await startApp()
    // Holds the response after the database was read and before it is cached.
    slow.addHook('preSerialization', async (_request, _reply, payload) => {
      read.resolve()
      await held.promise
      return payload
    })
    await announced(slow)
    const answer = get(path, { of: slow })
    await read.promise
    await rename(category, 'Renamed meanwhile')
    await announced(slow)
    held.resolve()
    expect((await answer).body.name).toBe(`Name of ${category.slug}`)
    expect(slow.responseCache.get(keyOf(path))).toBeUndefined()
    expect(await nameOf(path, slow)).toBe('Renamed meanwhile')
  })

  test.each(['a change of everything', 'a lost connection', 'more changes than are remembered'])(
    'is not stored after %s',
    (what) => {
      const responseCache = new ResponseCache()
      const answer: CachedResponse = {
        status: 200,
        etag: '',
        tags: ['prompt:1'],
        headers: [],
        bodies: { identity: Buffer.from('x') },
      }
      expect(responseCache.set('before', answer, responseCache.version)).toBe(false)
      responseCache.connect()
      const version = responseCache.version
      expect(responseCache.set('kept', answer, version)).toBe(true)
      if (what === 'a change of everything') responseCache.invalidate(['*'])
      if (what === 'more changes than are remembered') {
        responseCache.invalidate(['prompt:1'])
        for (let at = 0; at < 60_000; at += 100)
          responseCache.invalidate(Array.from({ length: 100 }, (_, n) => `prompt:${at + n + 2}`))
      }
      if (what === 'a lost connection') {
        responseCache.disconnect()
        responseCache.set('while lost', answer, responseCache.version)
        responseCache.connect()
      }
      expect(responseCache.get('kept') ?? responseCache.get('while lost')).toBeUndefined()
      expect(responseCache.set('late', answer, version)).toBe(false)
      expect(responseCache.set('new', answer, responseCache.version)).toBe(true)
    },
  )
})

describe('two servers of one database', () => {
  test('both serve a change within a second of its commit', async () => {
    const other = await startApp()
    const { category, path } = await createCached()
    await announced(other)
    expect(await nameOf(path, other)).toBe(`Name of ${category.slug}`)
    await rename(category, 'For both')
    await until(async () => (await nameOf(path)) === 'For both' && (await nameOf(path, other)) === 'For both')
    await other.close()
    expect(await nameOf(path)).toBe('For both')
  })
})

describe('a lost invalidation connection', () => {
  test('causes no stale response, and caching resumes after the reconnect', async () => {
    const { category, path } = await createCached()
    const { rows } = await sql.query(
      `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'cache invalidation'`,
    )
    expect(rows[0].ended).toBeGreaterThan(0)
    await rename(category, 'While deaf')
    await until(async () => (await nameOf(path)) === 'While deaf')
    await until(async () => {
      await get(path)
      return app.responseCache.get(keyOf(path)) !== undefined
    })
    await rename(category, 'Heard again')
    await announced(app)
    expect(await nameOf(path)).toBe('Heard again')
  })
})

describe("the cache's memory", () => {
  test('is limited, and the most recently used responses stay', () => {
    const responseCache = new ResponseCache()
    responseCache.connect()
    const body = 64 * 1024
    let largest = 0
    const held = () => Array.from({ length: 3_000 }, (_, n) => responseCache.get(`large ${n}`)).filter(Boolean).length
    for (let n = 0; n < 3_000; n++) {
      responseCache.set(
        `large ${n}`,
        {
          status: 200,
          etag: '',
          tags: [`prompt:${n}`, 'taxonomy'],
          headers: [],
          bodies: { identity: Buffer.alloc(body) },
        },
        responseCache.version,
      )
      if (n % 500 === 499) largest = Math.max(largest, held() * body)
    }
    expect(largest).toBeLessThan(24 * 2 ** 20)
    expect(largest).toBeGreaterThan(8 * 2 ** 20)
    expect(responseCache.get('large 2999')).toBeDefined()
    expect(responseCache.get('large 0')).toBeUndefined()
    responseCache.invalidate(['taxonomy'])
    expect(held()).toBe(0)
  })
})
