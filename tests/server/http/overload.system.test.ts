import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { overloadLimits } from '#server/http/request-limits.ts'
import type { OverloadLimits } from '#server/http/request-limits.ts'
import { head, get, openApp, post, renderer, secretOfTests, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'

await openApp()

const startWith = (limits: Partial<OverloadLimits>) => startApp({}, [secretOfTests], renderer, limits)
const { categories, token } = paths.api

describe('an overloaded server', () => {
  let of: Awaited<ReturnType<typeof startApp>>
  /** A memory limit below what the process needs, so that the speed of the machine does not matter. */
  beforeAll(async () => {
    of = await startWith({ maxRssBytes: 2 ** 20 })
    await until(async () => of.isUnderPressure())
  })

  test.each([
    ['en', 'The server is overloaded right now. Try again in a few seconds.'],
    ['es', 'El servidor está saturado ahora mismo. Vuelve a intentarlo en unos segundos.'],
  ] as const)('refuses API calls with 503 and Retry-After, in %s', async (locale, detail) => {
    for (const { status, headers, body } of [
      await get(categories(), { of, locale }),
      await post(token, { email: 'somebody@example.test', password: 'x' }, { of, locale }),
      await get('/api/nothing/', { of, locale }),
    ]) {
      expect(status).toBe(503)
      const wait = Number(headers['retry-after'])
      expect(wait).toBeGreaterThanOrEqual(3)
      expect(wait).toBeLessThanOrEqual(6)
      expect(body).toEqual({ detail, code: 'overloaded', wait_seconds: wait, request_id: headers['x-request-id'] })
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test.runIf(renderer)(
    "refuses pages with an error page in the visitor's language that reloads by itself",
    async () => {
      const { status, headers, text } = await get('/library?lang=es', { of })
      expect(status).toBe(503)
      expect(headers['content-type']).toContain('text/html')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers.refresh).toBe(`${headers['retry-after']}; url=/library`)
      expect(text).toContain('<html lang="es">')
      expect(text).toContain('El servidor está saturado ahora mismo')
      expect((await head('/library', { of })).status).toBe(503)
    },
  )

  test('still answers health checks, metrics and Stripe webhooks', async () => {
    expect((await get('/healthz', { of })).status).toBe(200)
    expect((await get('/readyz', { of })).status).toBe(200)
    const { status, text } = await get('/metrics', { of })
    expect(status).toBe(200)
    expect(text).toMatch(/promptory_overload_refusals_total\{kind="rssBytes"\} [1-9]/)
    const delivery = await post('/api/subscription/stripe/webhook/', '{}', { of })
    expect(delivery.body.detail).not.toContain('Too much')
  })
})

/** Status of a response that is never cached. */
const statusOf = async (of: FastifyInstance) => (await get('/api/nothing/', { of })).status

/** Blocks the event loop until a request is refused. */
async function makeLate(of: FastifyInstance): Promise<void> {
  do {
    const end = performance.now() + 400
    while (performance.now() < end);
    await sleep(1)
  } while ((await statusOf(of)) !== 503)
}

test('a server with a delayed event loop refuses requests, and recovers', async () => {
  const of = await startWith({ maxEventLoopDelay: 100 })
  await makeLate(of)
  await expect.poll(() => statusOf(of)).toBe(404)
})

test('cached responses are returned during overload', async () => {
  const of = await startWith({ maxEventLoopDelay: 100 })
  await until(async () => (await get(paths.api.plans, { of })).status === 200)
  const { text } = await get(paths.api.plans, { of })
  await makeLate(of)
  expect(await get(paths.api.plans, { of })).toMatchObject({ status: 200, text })
})

describe('the overload limits', () => {
  afterEach(() => vi.restoreAllMocks())

  test.each([
    ['on', 500],
    ['off', 0],
  ] as const)('for the delay of the event loop with LIMITS=%s are %i ms', (LIMITS, maxEventLoopDelay) => {
    expect(overloadLimits({ LIMITS })).toMatchObject({ maxEventLoopDelay })
  })

  test('for memory are 90 % of the limits of V8 and of the container', () => {
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(1_000)
    const { maxHeapUsedBytes, maxRssBytes } = overloadLimits({ LIMITS: 'on' })
    expect(maxHeapUsedBytes).toBe(getHeapStatistics().heap_size_limit * 0.9)
    expect(maxRssBytes).toBe(900)
  })

  test.each([0, 2 ** 63])('for resident memory are off if the container has no limit: %d', (bytes) => {
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(bytes)
    expect(overloadLimits({ LIMITS: 'on' }).maxRssBytes).toBe(0)
  })
})
