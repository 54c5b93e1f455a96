import { afterAll, expect, inject, test } from 'vitest'
import '../../../server/messages.ts'
import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { createJobs } from '../../../server/jobs.ts'
import { createNoLimiter, RateLimiter } from '../../../server/limits/rate-limiter.ts'
import { createMailer } from '../../../server/mail/transport.ts'
import { parseSettings, siteFromSettings } from '../../../server/settings/settings.ts'
import { createStripe } from '../../../server/subscription/stripe.ts'
import { workSubscriptionJobs } from '../../../server/subscription/subscription.jobs.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const namesIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM pgboss.schedule ORDER BY name')
    return rows.map(({ name }) => name)
  })
afterAll(() => closeDatabase())

/** Starts and stops a server with or without payments on the database. */
async function serve(url: string, payments: Record<string, string>) {
  const settings = parseSettings({ NODE_ENV: 'test', ...payments })
  const site = siteFromSettings(settings)
  const jobs = createJobs(url, { runsSchedules: false })
  await jobs.start(log)
  const mailer = createMailer(settings, log, site)
  const rateLimiter = new RateLimiter(createNoLimiter)
  await workSubscriptionJobs(jobs, {
    site,
    settings,
    mailer,
    rateLimiter,
    stripe: createStripe(settings),
    secret: 'of the tests',
  })
  await jobs.stop()
}

test('a server without payments removes the job schedules that a server with payments added', async () => {
  const key = {
    STRIPE_SECRET_KEY: 'sk_test_any',
    STRIPE_WEBHOOK_SECRET: 'whsec_any',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
  }
  const [without, with_payments] = [await createDatabase(inject('postgres')), await createDatabase(inject('postgres'))]
  await openDatabase(without, 1)
  await serve(without, { PAYMENTS: 'off' })
  await serve(with_payments, key)
  expect((await namesIn(with_payments)).length).toBeGreaterThan((await namesIn(without)).length)
  const waiting = `SELECT FROM pgboss.job WHERE state < 'active'`
  const count = () => withClient(with_payments, async (client) => (await client.query(waiting)).rowCount)
  const { rows: queues } = await withClient(with_payments, (client) => client.query('SELECT name FROM pgboss.queue'))
  const { rows: known } = await withClient(without, (client) => client.query('SELECT name FROM pgboss.queue'))
  const isKnown = new Set(known.map(({ name }) => name))
  const onlyWith = queues.map(({ name }) => name).filter((name) => !isKnown.has(name))
  expect(onlyWith).toEqual(expect.arrayContaining(['refund_orders', 'stripe_event', 'next_price']))
  await withClient(with_payments, (client) =>
    client.query(`INSERT INTO pgboss.job (name) SELECT unnest($1::text[])`, [onlyWith]),
  )
  expect(await count()).toBe(onlyWith.length)
  await serve(with_payments, { PAYMENTS: 'off' })
  expect(await namesIn(with_payments)).toEqual(await namesIn(without))
  expect(await count()).toBe(0)
})
