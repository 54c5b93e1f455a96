import { createHmac } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { paths } from '#shared/paths.ts'
import { dropOldJobs } from '#server/admin/drop-old-jobs.ts'
import { maxJobWaitDays } from '#server/jobs.ts'
import { cachedReading } from '#server/telemetry/database-readings.ts'
import { app, get, openApp, post, renderer, sql, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createPrompt } from '../../support/library.ts'

await openApp()

const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', of = app) =>
  of.inject({ url: '/metrics', headers, remoteAddress })
const read = async (of = app) => (await ask({}, '127.0.0.1', of)).body
/** Value of a series, or null. */
async function valueOf(series: string, of = app): Promise<number | null> {
  const line = (await read(of)).split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length))
}
const requests = (facts: string) => valueOf(`promptory_http_requests_total{${facts}}`)
const unknownStatuses = () => valueOf('promptory_stripe_unknown_statuses_total')

describe('GET /metrics', () => {
  test('returns the metrics in Prometheus format, with no-store, to loopback connections', async () => {
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      const { statusCode, headers } = await ask({}, address)
      expect({ address, statusCode }).toEqual({ address, statusCode: 200 })
      expect(headers['content-type']).toContain('text/plain; version=0.0.4')
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test.each<[string, Record<string, string>, string?]>([
    ['another machine', {}, '203.0.113.7'],
    ['another machine with an IPv6 address', {}, '2001:db8::7'],
    ['another machine with an IPv4-mapped IPv6 address', {}, '::ffff:203.0.113.7'],
    ['a proxy on the same machine', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy with only X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
    ['a proxy with the Forwarded header', { forwarded: 'for=127.0.0.1' }],
    ['a proxy with only the Via header', { via: '1.1 proxy' }],
    ['a browser with another host name', { host: 'rebound.example.test' }],
    ['a host name that only begins with localhost', { host: 'localhost.example.test' }],
    ['another machine with a token if METRICS_TOKEN is not set', { authorization: 'Bearer undefined' }, '203.0.113.7'],
  ])('returns 404 to %s', async (_who, headers, address) => {
    const { statusCode, body } = await ask(headers, address)
    expect(statusCode).toBe(404)
    expect(body).not.toContain('promptory_')
  })

  test('requires METRICS_TOKEN from other machines if it is set (401)', async () => {
    const token = 'a-token-of-the-operator'
    const of = await startApp({ METRICS_TOKEN: token, TRUST_PROXY: 'loopback' })
    for (const authorization of [
      '',
      'Bearer ',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      token,
      `Basic ${token}`,
    ]) {
      const { statusCode, headers, body } = await ask({ authorization }, '203.0.113.9', of)
      expect({ authorization, statusCode }).toEqual({ authorization, statusCode: 401 })
      expect(headers['www-authenticate']).toBe('Bearer')
      expect(body).not.toContain(token)
    }
    expect((await ask({ 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1', of)).statusCode).toBe(401)
    expect((await ask({}, '127.0.0.1', of)).statusCode).toBe(200)
    const right = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' }
    expect((await ask(right, '203.0.113.9', of)).statusCode).toBe(200)
    expect((await ask({ authorization: `bearer  ${token}` }, '203.0.113.9', of)).statusCode).toBe(200)
  })

  test('counts requests, also cached ones, by route and status, without paths or queries', async () => {
    const of = await startApp()
    const { plans } = paths.api
    const route = 'method="GET",route="/api/subscription/plans/"'
    const { headers } = await get(plans, { of })
    await get(plans, { of })
    await get(plans, { of, headers: { 'if-none-match': String(headers.etag) } })
    expect(await valueOf(`promptory_http_request_duration_seconds_count{${route}}`, of)).toBe(1)
    await get('/api/nothing/private-word/?private=word', { of })
    const origin = await of.listen({ host: '127.0.0.1', port: 0 })
    for (let time = 0; time < 3; time++) await (await fetch(origin + plans)).arrayBuffer()
    const count = (facts: string) => valueOf(`promptory_http_requests_total{${facts}}`, of)
    expect(await count(`${route},status="200",cached="false"`)).toBe(1)
    expect(await count(`${route},status="200",cached="true"`)).toBe(4)
    expect(await count(`${route},status="304",cached="true"`)).toBe(1)
    expect(await count('method="GET",route="/api/*",status="404",cached="false"')).toBe(1)
    expect(await valueOf('promptory_cache_hits_total', of)).toBe(5)
    expect(await valueOf('promptory_cache_misses_total', of)).toBe(1)
    expect(await read(of)).not.toContain('private')
  })

  test.runIf(renderer)('counts pages by their routes, and all assets as one route', async () => {
    const { slug } = await createPrompt()
    const page = await get(paths.prompt(slug))
    await get(/\/assets\/[\w-]+\.js/.exec(page.text)?.[0] ?? '')
    expect(await read()).not.toContain(slug)
    expect(await requests('method="GET",route="/library/prompt/:slug",status="200",cached="false"')).toBeGreaterThan(0)
    expect(await requests('method="GET",route="/assets/*",status="200",cached="false"')).toBeGreaterThan(0)
  })

  test('returns the state of pool, cache and jobs, and counts sent mails', async () => {
    expect(await valueOf('promptory_database_pool_connections{state="max"}')).toBe(10)
    expect(await valueOf('promptory_database_up')).toBe(1)
    expect(await valueOf('promptory_cache_connected')).toBe(1)
    expect(await valueOf('promptory_active_subscribers')).toBe(0)
    const sent = 'promptory_mails_total{result="sent"}'
    const before = (await valueOf(sent)) ?? 0
    const words = { name: 'Ana', surname: 'Sol', password: 'unguessable enough to be taken' }
    await post(paths.api.register, { ...words, email: 'metrics@example.test' })
    await until(async () => ((await valueOf(sent)) ?? 0) > before)
    await until(
      async () => (await valueOf('promptory_job_duration_seconds_count{queue="user_mail",result="done"}')) !== null,
    )
  })

  test('returns the queue counts of pg-boss, and the age of the oldest job', async () => {
    await sql.query(`UPDATE pgboss.queue SET deferred_count = 2, ready_count = 5 WHERE name = 'user_mail'`)
    await sql.query(
      `INSERT INTO pgboss.job (name, state, data, created_on, start_after)
       VALUES ('user_mail', 'retry', '{}', now() - interval '2 hours', now() + interval '1 day')`,
    )
    await createPrompt()
    const of = await startApp()
    expect(await valueOf('promptory_rows{kind="prompts"}', of)).toBeGreaterThan(0)
    expect(await valueOf('promptory_jobs{queue="user_mail",state="ready"}', of)).toBe(5)
    expect(await valueOf('promptory_mails_waiting', of)).toBe(7)
    expect(await valueOf('promptory_job_oldest_seconds{queue="user_mail"}', of)).toBeGreaterThan(7_000)
  })

  test('counts jobs dropped for their age by queue, starting at 0', async () => {
    const dropped = 'promptory_jobs_dropped_total{queue="notification_mail"}'
    expect(await valueOf(dropped)).toBe(0)
    await sql.query(
      `INSERT INTO pgboss.job (name, data, start_after)
       SELECT 'notification_mail', '{}', now() - interval '61 days' FROM generate_series(1, 2)`,
    )
    await dropOldJobs(app.log)
    expect(await valueOf(dropped)).toBe(2)
  })

  test('can count every dropped job: pg-boss retains waiting jobs longer than dropOldJobs does', async () => {
    const { rows } = await sql.query<{ name: string; days: number }>(
      `SELECT name, retention_seconds / 86400.0 AS days FROM pgboss.queue WHERE name NOT LIKE '\\_\\_%' ORDER BY name`,
    )
    expect(rows.length).toBeGreaterThan(25)
    expect(rows.filter(({ days }) => days < maxJobWaitDays + 30)).toEqual([])
  })

  test('a mail job expires after at least ten minutes per mail queue, so that its mail is sent once', async () => {
    const { rows } = await sql.query<{ name: string; expire_seconds: number }>(
      `SELECT name, expire_seconds FROM pgboss.queue WHERE name LIKE '%\\_mail'`,
    )
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.filter(({ expire_seconds }) => expire_seconds < 600 * rows.length)).toEqual([])
  })

  test('returns promptory_dependency_up for Redis only if REDIS_URL is set', async () => {
    const redis = 'promptory_dependency_up{service="redis"}'
    expect(await valueOf(redis)).toBeNull()
    const of = await startApp({ LIMITS: 'on', REDIS_URL: 'redis://127.0.0.1:1' })
    expect(await valueOf(redis, of)).toBe(0)
  })

  test('counts Stripe webhooks by type and result', async () => {
    const secret = 'whsec_of_the_tests'
    const of = await startApp({
      STRIPE_SECRET_KEY: 'sk_test_any',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    })
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', livemode: true, data: {} })
    const seconds = Math.floor(Date.now() / 1_000)
    const v1 = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
    for (const signature of [`t=${seconds},v1=${v1}`, `t=${seconds},v1=0`])
      await post('/api/subscription/stripe/webhook/', payload, {
        of,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      })
    const count = (facts: string) => valueOf(`promptory_webhook_events_total{${facts}}`, of)
    expect(await count('type="invoice.paid",result="other_mode"')).toBe(1)
    expect(await count('type="unknown",result="refused"')).toBe(1)
  })

  test('counts and logs unknown Stripe statuses', async () => {
    const before = Number(await unknownStatuses())
    const line = { object_id: 'in_1', customer_id: 'cus_1', status: 'reconsidered' }
    const log = vi.spyOn(app.log, 'error')
    onTestFinished(() => log.mockRestore())
    channel('stripe-unknown-status').publish(line)
    expect(await unknownStatuses()).toBe(before + 1)
    expect(log.mock.calls).toEqual([[line, 'Stripe reported an unknown status']])
  })
})

test('GET /metrics omits figures that the database does not return in time', async () => {
  let calls = 0
  const answers = [Promise.resolve('first'), new Promise<string>(() => {}), null]
  const timeoutMs = 20
  const reading = cachedReading({ ttlMs: 0, timeoutMs }, async () => (await answers[calls++]) ?? 'never')
  expect(await reading()).toBe('first')
  expect(await Promise.all([reading(), reading()])).toEqual([null, null])
  expect(await reading()).toBeNull()
  expect(calls).toBe(2)
  const failing = cachedReading({ ttlMs: 1_000, timeoutMs }, () => Promise.reject(new Error('away')))
  expect(await failing()).toBeNull()
})

const namesIn = (text: string) => [...text.matchAll(/\b(?:promptory|nodejs|process)_[a-z_\d]+/g)].map(([name]) => name)

describe('alerts and dashboard', async () => {
  type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }
  type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] }
  const rules = (parse(readFileSync('ops/prometheus-alerts.yml', 'utf8')) as Rules).groups.flatMap(
    (group) => group.rules,
  )
  const { panels } = JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')) as Dashboard
  const targets = panels.flatMap(({ targets: ofPanel = [] }) => ofPanel)
  const documents = readFileSync('docs/operations.md', 'utf8')
  const existing = new Map(
    [...(await read()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
  const isThere = (name: string) => {
    const base = name.replace(/_(bucket|count|sum)$/, '')
    return existing.has(name) || existing.get(base) === 'histogram'
  }

  test('use only metrics that exist', () => {
    const named = [...rules, ...targets].flatMap(({ expr }) => namesIn(expr))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((name) => !isThere(name))).toEqual([])
  })

  test('are documented in docs/operations.md, with a row per alert and per metric', () => {
    const documented = new Set(namesIn(documents))
    expect([...existing.keys()].filter((name) => name.startsWith('promptory_') && !documented.has(name))).toEqual([])
    expect([...documented].filter((name) => name.startsWith('promptory_') && !isThere(name))).toEqual([])
    expect(rules.map(({ alert }) => alert).filter((alert) => !documents.includes(`| \`${alert}\` |`))).toEqual([])
  })
})
