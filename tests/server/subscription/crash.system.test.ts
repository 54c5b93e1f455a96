import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { addStarterPlans } from '#server/subscription/prices/plans.ts'
import { openApp, sql, url } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { cards, openSandbox, postForm } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import { createDataFolder, findFreePort, runServer } from '../../support/site.ts'
import type { RunningServer } from '../../support/site.ts'

await openApp()

const webhookPath = '/api/subscription/stripe/webhook/'
const secret = 'whsec_of_the_tests'
const port = await findFreePort()
const folder = createDataFolder()

let server: RunningServer | undefined
/** If true, the next webhook response is dropped and the server killed; its writes stay. */
let killsNext = false

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming
  const passed = request({ port, host: '127.0.0.1', path: webhookPath, method, headers }, (answer) => {
    if (!killsNext) return void answer.pipe(outgoing.writeHead(answer.statusCode ?? 500))
    killsNext = false
    server?.process.kill('SIGKILL')
    outgoing.destroy()
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
}
const proxy = createServer(forward)
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))

const sandbox = await openSandbox({
  now: Date.now,
  apiKey: 'sk_test_of_the_tests',
  webhookSecret: secret,
  webhookUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
})
afterAll(async () => {
  server?.process.kill('SIGKILL')
  await server?.exited
  await sandbox.close()
  proxy.close()
})

async function start(): Promise<void> {
  server = runServer({
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: 'http://library.test',
    SEED: 'none',
    LIMITS: 'off',
    // Equals the secret of the tests' server, which signs the tokens.
    JWT_SECRET: 'a secret that only the tests know of',
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_BASE: sandbox.url,
  })
  await server.ready
}

async function buy(person: Person): Promise<void> {
  const { rows } = await sql.query(`SELECT id FROM plan WHERE slug = 'premium'`)
  const answer = await fetch(`http://127.0.0.1:${port}${checkoutPaths.checkout}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan_id: rows[0].id, billing_period: 'month' }),
  })
  expect(answer.status).toBe(200)
  const { checkout_url } = (await answer.json()) as { checkout_url: string }
  expect((await postForm(checkout_url, { action: 'pay', card_number: cards.pays })).status).toBe(303)
}

type Held = { data: { event: string; type: string }[] }
/** Delivers the person's invoice.paid event only. */
async function releasePaid(person: Person): Promise<void> {
  const { data } = await sandbox.control<Held>('/deliveries?status=held&type=invoice.paid', undefined, 'GET')
  const customer = await customerOf(person)
  const events = await Promise.all(data.map(({ event }) => sandbox.stripe.events.retrieve(event)))
  const customerEvents = events.filter(
    ({ data: { object } }) => (object as { customer?: string }).customer === customer,
  )
  await sandbox.control('/deliveries/release', { events: customerEvents.map(({ id }) => id) })
}

const customerOf = async ({ id }: Person): Promise<string> =>
  (await sql.query('SELECT id FROM customer WHERE user_id = $1', [id])).rows[0].id
const count = async (text: string, values: unknown[] = []) => Number((await sql.query(text, values)).rows[0].count)

async function expectBoughtOnce(person: Person): Promise<void> {
  const customer = await customerOf(person)
  const { data: subscriptions } = await sandbox.stripe.subscriptions.list({ customer, status: 'all' })
  expect(subscriptions.map(({ status }) => status)).toEqual(['active'])
  const { rows: access } = await sql.query('SELECT tier FROM access WHERE user_id = $1', [person.id])
  expect(access).toEqual([{ tier: 1 }])
  const { rows: payments } = await sql.query('SELECT status, amount FROM payment WHERE customer_id = $1', [customer])
  expect(payments).toEqual([{ status: 'paid', amount: 999 }])
  const { rows: entries } = await sql.query('SELECT kind FROM ledger_entry WHERE customer_id = $1 ORDER BY id', [
    customer,
  ])
  expect(entries.map(({ kind }) => kind)).toEqual(['payment_paid', 'subscription_started'])
  const mails = `SELECT count(*) FROM pgboss.job WHERE name = 'subscription_mail' AND data->>'user_id' = $1`
  expect(await count(mails, [String(person.id)])).toBe(1)
}

test('a server that is killed while it processes one event and stores another applies both once', async () => {
  await addStarterPlans()
  await start()
  const [midst, stored] = [await createPerson(), await createPerson()]
  await sandbox.control('/deliveries/hold')
  await buy(midst)
  await buy(stored)

  // Stripe hangs while the server processes one event.
  await sandbox.control('/outages', { path: '/v1/invoices', mode: 'hang', times: 100 })
  await releasePaid(midst)
  await until(
    async () =>
      (await sandbox.control<{ data: { times: number }[] }>('/outages', undefined, 'GET')).data[0]?.times !== 100,
  )
  expect(await count(`SELECT count(*) FROM pgboss.job WHERE name = 'stripe_event' AND state = 'active'`)).toBe(1)
  // The server stores another event, and is killed before it responds.
  killsNext = true
  await releasePaid(stored)
  expect((await server?.exited)?.code).toBeNull()
  const { rows } = await sql.query('SELECT customer_id, processed_at FROM stripe_event ORDER BY received_at')
  expect(rows).toEqual(
    [await customerOf(midst), await customerOf(stored)].map((customer_id) => ({ customer_id, processed_at: null })),
  )
  expect(await count('SELECT count(*) FROM access')).toBe(0)

  await sandbox.clearOutages()
  // Expires the heartbeats of the killed process's jobs.
  await sql.query(`UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'`)
  await sql.query('UPDATE pgboss.queue SET monitor_on = NULL')
  await start()
  const left = 'SELECT count(*) FROM stripe_event WHERE processed_at IS NULL'
  await until(async () => {
    await sql.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'stripe_event' AND state = 'retry'`)
    return (await count(left)) === 0
  })
  await expectBoughtOnce(midst)
  await expectBoughtOnce(stored)

  // Stripe repeats the unanswered event and delivers the held ones.
  await sandbox.control('/deliveries/release', { order: 'reverse' })
  await sandbox.advance('1d')
  await until(async () => (await count(left)) === 0)
  expect(await count(`SELECT count(*) FROM stripe_event WHERE type = 'invoice.paid'`)).toBe(2)
  await expectBoughtOnce(midst)
  await expectBoughtOnce(stored)
})
