import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createJobs } from '../../server/jobs.ts'
import { parseSettings } from '../../server/settings/settings.ts'
import { ensurePrice } from '../../server/subscription/prices/prices.ts'
import { createStripe } from '../../server/subscription/stripe.ts'
import type { SyncContext } from '../../server/subscription/stripe.ts'
import { withClient } from './database.ts'
import { folder } from './paths.ts'
import { waitForLine, startProgram } from './programs.ts'

const dataDir = join(folder, 'payments')

export type PaymentSettings = Record<
  'PAYMENTS' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE',
  string
>
export type Payments = {
  settings: PaymentSettings
  seed: (price: string, customers: number) => Promise<string[]>
  stop: () => Promise<void>
}

export async function startPayments(): Promise<Payments> {
  await rm(dataDir, { recursive: true, force: true })
  const STRIPE_SECRET_KEY = 'sk_test_ofTheMeasurement'
  const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_measurement'
  const sandboxSettings = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/' }
  const program = startProgram('server/sandbox/main.ts', [], {
    DATA_DIR: dataDir,
    SANDBOX_PORT: '0',
    ...sandboxSettings,
  })
  const [, url = ''] = await waitForLine(program, /listens on (\S+)\.$/)
  const { control_token } = JSON.parse(await readFile(join(dataDir, 'sandbox', 'secrets.json'), 'utf8'))
  return {
    settings: { PAYMENTS: 'sandbox', STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE: url },
    stop: program.stop,
    seed: async (price, customers) => {
      const answer = await fetch(`${url}/_sandbox/seed`, {
        method: 'POST',
        headers: { authorization: `Bearer ${control_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ price, customers }),
      })
      if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`)
      const { data } = (await answer.json()) as { data: { customer: string }[] }
      return data.map(({ customer }) => customer)
    },
  }
}

export function connect(url: string, settings: PaymentSettings): SyncContext {
  const stripe = createStripe(parseSettings({ ...settings }))
  if (!stripe) throw new Error('Payments are off.')
  return { stripe, jobs: createJobs(url) }
}

export async function addPrice(url: string, { stripe }: SyncContext): Promise<string> {
  const { rows } = await withClient(url, (client) => client.query(`SELECT id FROM plan WHERE slug = 'premium'`))
  return ensurePrice(stripe, { plan_id: rows[0].id, billing_period: 'month' })
}

const perSeed = 1_000

export async function addCustomers(url: string, payments: Payments, price: string, count: number): Promise<string[]> {
  const customers: string[] = []
  while (customers.length < count)
    customers.push(...(await payments.seed(price, Math.min(perSeed, count - customers.length))))
  const run = randomUUID().slice(0, 8)
  const statement = `
    WITH listed AS (SELECT * FROM unnest($1::text[]) WITH ORDINALITY AS one (id, n)),
      people AS (INSERT INTO "user" (username, email)
                 SELECT '${run}-' || n, n || '@${run}.example.test' FROM listed RETURNING id, username)
    INSERT INTO customer (id, user_id)
    SELECT listed.id, people.id FROM listed JOIN people ON people.username = '${run}-' || n`
  await withClient(url, (client) => client.query(statement, [customers]))
  return customers
}
