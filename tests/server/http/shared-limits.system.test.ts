import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Redis } from 'ioredis'
import { paths } from '#shared/paths.ts'
import { limits } from '../../../server/limits/limits.ts'
import { consume, redisLimiterOf } from '../../../server/limits/rate-limiter.ts'
import { ReadCounter } from '../../../server/http/request-limits.ts'
import { connectRedis } from '../../../server/limits/redis.ts'
import { openApp, post, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { cheap_password_hash, createPerson, password } from '../../support/people.ts'
import { hasRedis, startRedis } from '../../support/postgres/redis.ts'

await openApp()

const redis = hasRedis() ? await startRedis() : null
afterEach(async () => {
  redis?.thaw()
  await redis?.start()
})
afterAll(async () => redis?.stop())

async function startPair() {
  const settings = { LIMITS: 'on', REDIS_URL: redis?.url ?? '', TRUST_PROXY: 'loopback' }
  return [await startApp(settings), await startApp(settings)] as const
}
type Server = Awaited<ReturnType<typeof startApp>>
let made = 0
const someAddress = () => `198.51.100.${++made}`
const resetFrom = (address: string) => (of: Server) =>
  post(
    paths.api.passwordReset,
    { email: `nobody-${++made}@example.test` },
    { of, headers: { 'x-forwarded-for': address } },
  )
const logIn = (of: Server, email: string, secret: string, address: string) =>
  post(paths.api.token, { email, password: secret }, { of, headers: { 'x-forwarded-for': address } })
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

describe('the counter of reads', () => {
  test('keeps every count for any number of addresses in a time window', () => {
    const counter = new ReadCounter({ points: 2, seconds: 3600 }, 3)
    const wait = (address: string) => counter.consume(address)
    expect([wait('198.51.100.1'), wait('198.51.100.1')]).toEqual([0, 0])
    expect(wait('198.51.100.1')).toBeGreaterThan(0)
    const attacker = Array.from({ length: 50 }, (_, at) => `2001:db8:1:${at.toString(16)}::1`)
    const refused = attacker.filter((address) => wait(address) > 0)
    // Two addresses have counts of their own; the others share two points of their network.
    expect(refused).toHaveLength(46)
    expect(wait('198.51.100.1')).toBeGreaterThan(0)
    expect(wait('203.0.113.7')).toBe(0)
  })
})

describe.skipIf(!redis)('limits in Redis (skipped where there is no redis-server)', () => {
  test('are shared by all servers', async () => {
    const [one, other] = await startPair()
    const ask = resetFrom(someAddress())
    for (let time = 0; time < limits.reset.points; time++)
      expect((await ask(time % 2 === 0 ? one : other)).status).toBe(204)
    for (const of of [one, other])
      expect(await ask(of)).toMatchObject({ status: 429, body: { wait_seconds: expect.any(Number) } })
    expect((await resetFrom(someAddress())(other)).status).toBe(204)
  })

  test('add up the requests of all servers for an address, even counts that arrive late', async () => {
    if (!redis) throw new Error('There is no Redis.')
    const shared = await connectRedis(redis.url, { warn: () => {}, info: () => {} })
    Object.assign(shared.redis.options, { commandTimeout: 5_000, socketTimeout: 5_000 })
    const add = shared.addReads(randomUUID())
    const rate = { points: 5, seconds: 3600 }
    const [one, other] = [new ReadCounter(rate), new ReadCounter(rate)]
    const [address, another] = [someAddress(), someAddress()]
    expect([one.consume(address), one.consume(address), other.consume(address)]).toEqual([0, 0, 0])
    await expect(one.exchange(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    await one.exchange(add)
    await other.exchange(add)
    // Three reads so far, known to both servers.
    expect([other.consume(address), other.consume(another), other.consume(address)]).toEqual([0, 0, 0])
    expect(other.consume(address)).toBeGreaterThan(0)
    await other.exchange(add)
    // The first server receives the sum when it sends its own next count.
    expect(one.consume(address)).toBe(0)
    await one.exchange(add)
    expect(one.consume(address)).toBeGreaterThan(0)
    expect(one.consume(another)).toBe(0)
    shared.redis.disconnect()
  })

  test('delay guesses for one account across servers, until a successful log-in', async () => {
    const [one, other] = await startPair()
    const [address, person] = [someAddress(), await createPerson({ password_hash: cheap_password_hash })]
    const guesses = []
    let failedAt = 0
    for (let time = 0; time < 6; time++) {
      failedAt = performance.now()
      guesses.push(await logIn(time % 2 === 0 ? one : other, person.email, 'wrong', address))
    }
    expect(statuses(guesses)).toEqual([401, 401, 401, 401, 401, 401])
    const tooEarly = { status: 429, body: { wait_seconds: 1 } }
    const answer = await logIn(one, person.email, password, address)
    // On a busy machine the second may be over before the response.
    expect(performance.now() - failedAt < 1_000 ? answer : tooEarly).toMatchObject(tooEarly)
    expect((await logIn(other, person.email, password, someAddress())).status).toBe(200)
    await new Promise((resolve) => void setTimeout(resolve, 1_050))
    expect((await logIn(other, person.email, password, address)).status).toBe(200)
    for (const of of [one, other, one])
      expect(statuses([await logIn(of, person.email, 'wrong', address)])).toEqual([401])
    expect((await logIn(one, person.email, password, address)).status).toBe(200)
  })

  test('allow no more guesses when fifty are sent concurrently', async () => {
    const [one, other] = await startPair()
    const [address, { email }] = [someAddress(), await createPerson({ password_hash: cheap_password_hash })]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => logIn(at % 2 === 0 ? one : other, email, 'x', address)),
    )
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(6)
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(44)
  })

  test('store neither e-mails nor IP addresses in Redis', async () => {
    const [one] = await startPair()
    await logIn(one, 'somebody@example.test', 'wrong', '203.0.113.77')
    const client = new Redis(redis?.url ?? '')
    const keys = await client.keys('*')
    client.disconnect()
    expect(keys.length).toBeGreaterThan(2)
    expect(keys.filter((key) => key.includes('somebody') || key.includes('203.0.113'))).toEqual([])
  })

  test('are counted by each server alone while Redis cannot be reached', async () => {
    const [one, other] = await startPair()
    const ask = resetFrom(someAddress())
    for (let time = 0; time < limits.reset.points; time++) await ask(one)
    redis?.freeze()
    expect((await ask(one)).status).toBe(204)
    // Only the first request waited for Redis, 250 ms.
    const waits: number[] = []
    for (let time = 0; time < 5; time++) {
      const begun = performance.now()
      await resetFrom(someAddress())(one)
      waits.push(performance.now() - begun)
    }
    expect(Math.min(...waits)).toBeLessThan(250)
    redis?.thaw()
    await redis?.stop()
    for (let time = 1; time < limits.reset.points; time++) expect((await ask(one)).status).toBe(204)
    expect((await ask(one)).status).toBe(429)
    expect((await ask(other)).status).toBe(204)
    await redis?.start()
    await until(async () => (await resetFrom(someAddress())(one)).status === 204 && (await isShared(one, other)))
  })

  test('log that Redis refuses writes', async () => {
    const lines: string[] = []
    const shared = await connectRedis(redis?.url ?? '', {
      warn: (facts, text) => lines.push(`${text} ${JSON.stringify(facts)}`),
      info: (text) => lines.push(text),
    })
    const exchange = () =>
      shared
        .addReads('read')([{ reader: someAddress(), added: 1 }], Date.now() + 60_000)
        .catch(() => [])
    await shared.redis.config('SET', 'maxmemory', '1')
    try {
      for (let time = 0; time < 3; time++) await exchange()
    } finally {
      await shared.redis.config('SET', 'maxmemory', '0')
    }
    for (let time = 0; time < 3; time++) await exchange()
    shared.redis.disconnect()
    expect(lines).toEqual([
      expect.stringMatching(/^Redis is unavailable.*OOM/),
      'Redis is available again: limits are shared',
    ])
  })

  test('log once that Redis cannot be reached, and once that it can be reached again', async () => {
    const lines: string[] = []
    const shared = await connectRedis(redis?.url ?? '', {
      warn: (_facts, text) => lines.push(text),
      info: (text) => lines.push(text),
    })
    const limiter = redisLimiterOf(shared.redis)('logged', { points: 9, seconds: 60 })
    await redis?.stop()
    for (let time = 0; time < 5; time++) expect(await consume(limiter, 'somebody')).toBe(0)
    await redis?.start()
    await until(() => lines.length > 1)
    shared.redis.disconnect()
    expect(lines).toEqual([
      'Redis is unavailable: each server counts limits in its own memory',
      'Redis is available again: limits are shared',
    ])
  })
})

/** True if one server sees the counts of the other. */
async function isShared(one: Server, other: Server): Promise<boolean> {
  const ask = resetFrom(someAddress())
  for (let time = 0; time < limits.reset.points; time++) await ask(one)
  return (await ask(other)).status === 429
}
