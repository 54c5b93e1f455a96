import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { clockFinding } from '../../../scripts/cli/doctor/service-checks.ts'
import { check } from '../../../scripts/cli/doctor/check.ts'
import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { webhookEvents } from '../../../server/subscription/webhook-events.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { runCommand } from '../../support/command.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'
import { createDataFolder } from '../../support/site.ts'
import { startMailServer } from '../../support/smtp.ts'

const url = await createDatabase(inject('postgres'))
const folder = createDataFolder()
const base = { DATA_DIR: folder, DATABASE_URL: url }
const query = (statement: string) => withClient(url, (client) => client.query(statement))

/** A key for a Stripe address that does not answer. */
const stripeKey = {
  STRIPE_SECRET_KEY: 'sk_test_hush',
  STRIPE_WEBHOOK_SECRET: 'whsec_hush',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
}

type Check = { name: string; state: string; detail: string; mend: string | null }
async function examine(settings: Record<string, string>) {
  const { code, json } = await runCommand(settings, 'doctor')
  const checks: Check[] = json.checks
  return { code, checks, of: (name: string) => checks.filter((one) => one.name === name) }
}

/** Stripe API as the checks need it, with these webhook endpoints. */
let endpoints: object[] = []
const stripe = createServer((request, response) => {
  const isKnown = request.headers.authorization === 'Bearer sk_live_known'
  const data = request.url?.startsWith('/v1/webhook_endpoints') ? endpoints : []
  const body = isKnown ? { object: 'list', data, has_more: false } : { error: { message: 'Invalid API Key provided' } }
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve))
  await openDatabase(url, 1)
  await addStarterPlans()
  await closeDatabase()
})
afterAll(() => void stripe.close())

test('doctor names what is missing and how to fix it, and exits with 1', async () => {
  const { code, checks, of } = await examine(base)
  expect(code).toBe(1)
  for (const one of checks) {
    expect(Object.keys(one)).toEqual(['name', 'state', 'detail', 'mend'])
    expect(one.mend === null).toBe(one.state === 'ok')
  }
  expect(of('database')).toMatchObject([{ state: 'ok', detail: expect.stringMatching(/^PostgreSQL 18\.4, test_/) }])
  expect(of('migrations')).toMatchObject([{ state: 'ok' }])
  expect(of('admins')).toMatchObject([{ state: 'failure', mend: expect.stringContaining('user create') }])
  expect(of('queues')).toMatchObject([{ state: 'warning' }])
  expect(of('clock')).toMatchObject([{ state: 'ok' }])
  expect(of('promises of plans')[0]).toMatchObject({
    state: 'ok',
    detail: 'No plan advertises a number of prompts.',
  })
  await query(`UPDATE plan_text SET description = 'Más de 12.000 de prompts' WHERE locale = 'es'`)
  expect((await examine(base)).of('promises of plans')[0]).toMatchObject({
    detail: 'free: 12,000 prompts advertised, 0 available.',
  })
})

test('doctor exits with 0 if all is well in production', async () => {
  await query(`INSERT INTO "user" (username, email, role) VALUES ('boss', 'boss@example.com', 'admin')`)
  const mail = await startMailServer()
  const address = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`
  const settings = {
    ...base,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://site.example',
    TRUST_PROXY: 'loopback',
    CONTACT_EMAIL: 'hello@site.example',
    JWT_SECRET: 'a secret that is long enough for this',
    SMTP_URL: mail.url,
    STRIPE_SECRET_KEY: 'sk_live_known',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: address,
  }
  const endpoint = { url: 'https://site.example/api/subscription/stripe/webhook/', status: 'enabled' }
  // A disabled endpoint beside it is accepted.
  endpoints = [
    { ...endpoint, status: 'disabled', enabled_events: [] },
    { ...endpoint, enabled_events: webhookEvents },
  ]
  const { code, checks } = await examine(settings)
  expect(checks.filter(({ state }) => state === 'failure')).toEqual([])
  expect(code).toBe(0)
  expect(mail.mails).toEqual([])

  endpoints = [{ ...endpoint, enabled_events: webhookEvents.slice(2) }]
  const { of } = await examine({ ...settings, STRIPE_SECRET_KEY: 'sk_live_known' })
  expect(of('stripe webhook')).toMatchObject([
    { state: 'failure', detail: expect.stringContaining(`does not receive ${webhookEvents.slice(0, 2).join(', ')}.`) },
  ])
  endpoints = []
  const wrong = await examine({ ...settings, STRIPE_SECRET_KEY: 'sk_live_unknown', JWT_SECRET: 'x'.repeat(40) })
  expect(wrong.of('stripe key')).toMatchObject([
    { state: 'failure', detail: expect.stringContaining('Invalid API Key') },
  ])
  expect(wrong.of('stripe webhook')).toMatchObject([{ state: 'warning', mend: 'Fix the key first.' }])
  expect(wrong.of('clock')).toMatchObject([{ state: 'ok', detail: 'The same as the clock of the database.' }])
  expect(JSON.stringify(wrong.checks)).not.toMatch(/sk_live_unknown|whsec_1|x{40}/)
  await mail.stop()
})

test('doctor reports invalid settings, and stops', async () => {
  const { code, checks } = await examine({ ...base, PORT: 'many' })
  expect([code, checks]).toEqual([
    1,
    [{ name: 'settings', state: 'failure', detail: expect.stringContaining('PORT (many)'), mend: expect.any(String) }],
  ])
})

test('doctor continues if database, mail server and Redis cannot be reached', async () => {
  const away = {
    DATABASE_URL: 'postgresql://me:hush@127.0.0.1:1/none',
    SMTP_URL: 'smtp://me:hush@127.0.0.1:1',
    REDIS_URL: 'redis://:hush@127.0.0.1:1',
    ...stripeKey,
  }
  const { code, checks, of } = await examine({ DATA_DIR: folder, ...away })
  expect(code).toBe(1)
  for (const name of ['database', 'mail', 'redis', 'stripe key'])
    expect(of(name)).toMatchObject([
      { state: 'failure', detail: expect.stringContaining('127.0.0.1:1 cannot be reached') },
    ])
  expect(of('migrations')).toMatchObject([{ state: 'warning', mend: 'Fix the database first.' }])
  expect(JSON.stringify(checks)).not.toContain('hush')
})

test('doctor checks an empty database, and reports why a TLS connection failed', async () => {
  const empty = await createDatabase(inject('postgres'), 'template0')
  const { port } = stripe.address() as AddressInfo
  const { of } = await examine({ ...base, DATABASE_URL: empty, SMTP_URL: `smtps://127.0.0.1:${port}` })
  expect(of('migrations')).toMatchObject([
    { state: 'warning', detail: expect.stringMatching(/^(\d+) of \1 migrations are not/) },
  ])
  for (const name of ['signing secret', 'promises of plans', 'admins'])
    expect(of(name)).toMatchObject([{ state: 'warning', mend: 'Apply the migrations first.' }])
  expect(of('mail')).toMatchObject([{ state: 'failure', detail: 'TLS: wrong version number.' }])
})

test('doctor creates no database', async () => {
  const { of } = await examine({ DATA_DIR: folder })
  expect(of('database')).toMatchObject([{ state: 'warning', mend: 'The first npm start creates it.' }])
})

test('doctor reports late jobs and events, missing migrations, and another signing secret', async () => {
  await query(
    `INSERT INTO stripe_event (id, type, object_id, created_at, received_at) VALUES ('evt_1', 'x', 'y', now(), now() - interval '2 hours')`,
  )
  await query(`CREATE SCHEMA pgboss; CREATE TABLE pgboss.job AS
    SELECT 'a'::text AS name, 'failed'::text AS state, now() AS start_after, now() AS created_on
    UNION ALL SELECT 'user_mail', 'retry', now(), now() - interval '30 hours'
    UNION ALL SELECT 'notification_digest_mail', 'created', now() - interval '3 hours', now() - interval '3 hours'
    UNION ALL SELECT 'notification_digest_mail', 'created', now() - interval '5 hours', now() - interval '5 hours'`)
  await query(`INSERT INTO signing_key (kid) VALUES ('of another')`)
  await query(
    `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
  )
  const { of } = await examine({ ...base, ...stripeKey })
  const waits = [
    ['warning', '1 jobs failed and were given up.'],
    ['failure', '1 jobs have been waiting for more than 15 minutes.'],
    ['warning', '1 jobs are being retried, 1 of them mails, the oldest for 30 hours.'],
  ]
  expect(of('queues').map(({ state, detail }) => [state, detail])).toEqual([
    ...waits,
    ['failure', '1 Stripe events have been waiting for more than an hour.'],
  ])
  const withoutPayments = (await examine({ ...base, PAYMENTS: 'off' })).of('queues')
  expect(withoutPayments.map(({ state, detail }) => [state, detail])).toEqual(waits)
  expect(of('migrations')).toMatchObject([
    { state: 'warning', detail: expect.stringMatching(/^1 of \d+ migrations are not applied/) },
  ])
  expect(of('signing secret')).toMatchObject([{ state: 'failure' }])
})

test('doctor reports a database that refuses writes', async () => {
  expect((await examine(base)).of('writes')).toMatchObject([{ state: 'ok' }])
  const database = new URL(url).pathname.slice(1)
  await query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  expect((await examine(base)).of('writes')).toMatchObject([
    { state: 'failure', detail: 'default_transaction_read_only is on: the database accepts no writes.' },
  ])
  await withClient(inject('postgres'), (client) =>
    client.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`),
  )
  await query('ALTER SEQUENCE cache_invalidation_id_seq RENAME TO broken')
  expect((await examine(base)).of('writes')).toMatchObject([{ state: 'warning', mend: 'Apply the migrations first.' }])
  await query('ALTER SEQUENCE broken RENAME TO cache_invalidation_id_seq')
})

test('a check without an answer fails after its timeout', async () => {
  const found = await check('anything', 'Wait.', () => new Promise(() => {}), 20)
  expect(found).toEqual([{ name: 'anything', state: 'failure', detail: 'No answer within 0.02 s.', mend: 'Wait.' }])
  expect([0.2, -6, 400].map((seconds) => clockFinding(seconds, 'that of X'))).toMatchObject([
    { state: 'ok' },
    { state: 'warning', detail: '6 s behind that of X.' },
    { state: 'failure', detail: '400 s ahead of that of X.' },
  ])
})

const readPrices = async () =>
  (await examine(base)).of('prices').map(({ state, detail }) => `${state} ${detail}`.replaceAll('\u00a0', ' '))

test('doctor reports only those prices that an earlier version stored as hundredths', async () => {
  expect(await readPrices()).toEqual(['ok Prices are stored in the units of Stripe.'])
  const [plan] = (await query(`SELECT id FROM plan WHERE monthly_price > 0`)).rows
  const store = (currency: string, monthly: number, yearly: number) =>
    query(
      `UPDATE plan SET currency = '${currency}', monthly_price = ${monthly}, yearly_price = ${yearly}, yearly_old_price = NULL WHERE id = ${plan.id}`,
    )
  await store('HUF', 2_990, 29_900)
  await query(`INSERT INTO audit_entry (kind, action, target, after)
    VALUES ('plan', 'changed', '${plan.id}', '{"monthly_price": 2990, "yearly_price": 29900}')`)
  expect(await readPrices()).toEqual([
    'warning premium: HUF 29.90 is charged. If an earlier version stored this price, HUF 2,990 may be meant.',
    'warning premium: HUF 299 is charged. If an earlier version stored this price, HUF 29,900 may be meant.',
  ])
  await store('HUF', 299_000, 2_990_000)
  expect(await readPrices()).toEqual(['ok Prices are stored in the units of Stripe.'])
  await store('IDR', 4_900_050, 49_000_000)
  expect(await readPrices()).toEqual([
    'warning premium: IDR 49,000.50 is charged. If an earlier version stored this price, IDR 4,900,050 may be meant.',
  ])
  await store('JPY', 1_500, 15_000)
  expect(await readPrices()).toEqual(['ok Prices are stored in the units of Stripe.'])
  await store('USD', 999, 9_588)
})
