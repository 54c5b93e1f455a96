import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { closeDatabase, openDatabase } from '../../server/database/db.ts'
import { webhookSignatureOf } from '../../server/sandbox/webhooks.ts'
import { withClient } from './database.ts'
import { formatDecimal, median, percentile, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { addCustomers, addPrice, connect } from './payments.ts'
import type { Payments } from './payments.ts'
import { pgbench } from './pgbench.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import type { Pace } from './read.ts'
import { requireProgram } from './require-program.ts'

const connections = 32
const events = 1_000
const people = 200
/** Includes connecting, which is slow on a busy machine. */
const floorSeconds = 5
const timeoutMs = 300_000
const retryMs = 100

const bare = `INSERT INTO bare_event (id, type, customer_id) VALUES (gen_random_uuid(), 'invoice.paid', 'cus_1');`

/** The product reads only the customer of an event. */
const bodyOf = (id: string, customer: string) =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    type: 'invoice.paid',
    data: { object: { id: `in_of_${customer}`, object: 'invoice', customer } },
  })

type Sent = { milliseconds: number[]; again: number }

async function send(
  { origin }: Product,
  secret: string,
  bodies: string[],
  onAccepted: (count: number) => void = () => {},
): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const sent: Sent = { milliseconds: [], again: 0 }
  const deadline = Date.now() + timeoutMs
  const post = (body: string) =>
    new Promise<number>((resolve) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'stripe-signature': webhookSignatureOf(body, secret, Math.floor(Date.now() / 1_000)),
      }
      const outgoing = request(origin + checkoutPaths.webhook, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().once('close', () => resolve(answer.statusCode ?? 0))
      })
      outgoing.once('error', () => resolve(0)).end(body)
    })
  const left = bodies[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const body of left) {
        let startedAt = performance.now()
        while ((await post(body)) !== 200) {
          if (Date.now() > deadline) throw new Error('The product takes no webhooks.')
          sent.again++
          await sleep(retryMs)
          startedAt = performance.now()
        }
        sent.milliseconds.push(performance.now() - startedAt)
        onAccepted(sent.milliseconds.length)
      }
    }),
  )
  agent.destroy()
  return sent
}

async function untilProcessed(url: string): Promise<void> {
  const deadline = Date.now() + timeoutMs
  await withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query('SELECT count(*)::int AS left FROM stripe_event WHERE processed_at IS NULL')
      if (rows[0].left === 0) return
      if (Date.now() > deadline) throw new Error(`${rows[0].left} events were not processed.`)
      await sleep(retryMs)
    }
  })
}

const listBodies = (name: string, customers: string[]) =>
  Array.from({ length: events }, (_, n) => bodyOf(`evt_${name}_${n}`, customers[n % customers.length] ?? ''))

async function measure(
  { url, product, secret, customers }: { url: string; product: Product; secret: string; customers: string[] },
  { rounds, seconds }: Pace,
): Promise<Figure> {
  await withClient(url, (client) =>
    client.query('CREATE TABLE bare_event (id text PRIMARY KEY, type text NOT NULL, customer_id text NOT NULL)'),
  )
  const [floor, accepted, rates] = [[], [], []] as [number[], number[], number[]]
  await send(product, secret, listBodies('warm', customers))
  for (let round = 0; round < rounds; round++) {
    await untilProcessed(url)
    floor.push((await pgbench(url, [bare], floorSeconds + seconds)).p99Ms)
    const startedAt = performance.now()
    const { milliseconds, again } = await send(product, secret, listBodies(`round_${round}`, customers))
    if (again > 0) throw new Error(`${again} webhooks were refused.`)
    rates.push((1_000 * events) / (performance.now() - startedAt))
    accepted.push(percentile(milliseconds, 0.99))
  }
  const ratio = median(accepted) / median(floor)
  return {
    what: `${connections} connections, ${formatInteger(events)} signed events: p99 against a bare INSERT`,
    required: '≤ 5 times',
    measured: `${formatDecimal(ratio)} times (${formatDecimal(median(accepted), 1)} ms, ${formatInteger(median(rates))}/s)`,
    floor: `${formatDecimal(median(floor), 1)} ms`,
    passed: ratio <= 5,
  }
}

const effects = `
  SELECT count(*) FILTER (WHERE started = 1 AND paid = 1 AND kinds = 2 AND mails = 1 AND payments = 1)::int AS once
    FROM (SELECT (SELECT count(*) FROM ledger_entry WHERE customer_id = customer.id AND kind = 'subscription_started') AS started,
                 (SELECT count(*) FROM ledger_entry WHERE customer_id = customer.id AND kind = 'payment_paid') AS paid,
                 (SELECT count(*) FROM ledger_entry WHERE customer_id = customer.id) AS kinds,
                 (SELECT count(*) FROM payment WHERE customer_id = customer.id AND status = 'paid') AS payments,
                 (SELECT count(*) FROM pgboss.job WHERE name = 'subscription_mail' AND data->>'user_id' = user_id::text) AS mails
            FROM customer WHERE id = ANY ($1)) AS one`

async function kill(
  { url, product, payments, customers }: { url: string; product: Product; payments: Payments; customers: string[] },
  restart: () => Promise<Product>,
): Promise<Figure> {
  let next: Promise<Product> | undefined
  const killAndRestart = async () => {
    process.kill(product.pid, 'SIGKILL')
    await product.stop()
    return restart()
  }
  const bodies = listBodies('killed', customers)
  const { again } = await send(product, payments.settings.STRIPE_WEBHOOK_SECRET, bodies, (count) => {
    if (count === events / 2) next = killAndRestart()
  })
  await next
  await untilProcessed(url)
  const { stored, once } = await withClient(url, async (client) => ({
    stored: (await client.query(`SELECT count(*)::int AS n FROM stripe_event WHERE id LIKE 'evt_killed_%'`)).rows[0].n,
    once: (await client.query(effects, [customers])).rows[0].once,
  }))
  await (await next)?.stop()
  return {
    what: `the process killed after ${formatInteger(events / 2)} of ${formatInteger(events)} events and restarted`,
    required: 'none lost, none applied twice',
    measured: `${formatInteger(stored)} stored and processed, ${formatInteger(again)} sent again; ${once} of ${people} subscriptions started, paid and mailed once`,
    passed: stored === events && once === people,
  }
}

export async function webhooks(url: string, payments: Payments, pace: Pace): Promise<Figure[]> {
  requireProgram('postgresql-contrib', 'pgbench')
  const product = await startProduct(url, payments.settings)
  await openDatabase(url, 2)
  const price = await addPrice(url, connect(url, payments.settings)).finally(closeDatabase)
  const [customers, others] = [
    await addCustomers(url, payments, price, people),
    await addCustomers(url, payments, price, people),
  ]
  const secret = payments.settings.STRIPE_WEBHOOK_SECRET
  const accepted = await measure({ url, product, secret, customers }, pace)
  const PORT = new URL(product.origin).port
  const killed = await kill({ url, product, payments, customers: others }, () =>
    startProduct(url, { ...payments.settings, PORT }),
  )
  return [accepted, killed]
}
