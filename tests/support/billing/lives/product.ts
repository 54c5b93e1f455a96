import '../../../../server/messages.ts'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import { inject, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { featureRoutes } from '../../../../server/routes.ts'
import { closeDatabase, openDatabase } from '#server/database/db.ts'
import { createJobs } from '#server/jobs.ts'
import type { JobHandler, Jobs } from '#server/jobs.ts'
import type { Mail } from '#server/mail/transport.ts'
import { parseSettings } from '#server/settings/settings.ts'
import { addStarterPlans } from '#server/subscription/prices/plans.ts'
import { createStripe } from '#server/subscription/stripe.ts'
import { workSubscriptionJobs } from '#server/subscription/subscription.jobs.ts'
import { createDatabase } from '../../postgres/database.ts'
import { createDataFolder } from '../../site.ts'

export const apiKey = 'sk_test_of_the_lives'
export const webhookSecret = 'whsec_of_the_lives'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

async function openFront() {
  let listener: Listener | undefined
  const server = createServer((request, response) => listener?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (next: Listener) => void (listener = next),
    close: () => server.close().closeAllConnections(),
  }
}

/** Jobs that lives exclude: reconciliation has its own schedule, the catalog stays. */
const isApart = /reconcile|catalog|purge/

type JobRow = { id: string; name: string; data: never; created_on: Date }

/** Runs queued jobs on request and in order: pg-boss's own timers fail with a clock that jumps. */
async function createStepwiseJobs(url: string, sql: Client) {
  const boss = createJobs(url, { runsSchedules: false })
  await boss.start({ debug: () => {}, error: () => {} })
  const handlers = new Map<string, JobHandler<never>>()
  const schedules: string[] = []
  const add = `INSERT INTO pgboss.job (name, data) SELECT $1, data FROM jsonb_array_elements($2::jsonb) AS data`
  const jobs: Jobs = {
    ...boss,
    enqueue: async (transaction, name, data) =>
      void (await transaction.$executeRawUnsafe(add, name, JSON.stringify([data]))),
    enqueueAll: async (transaction, name, queued) =>
      void (await transaction.$executeRawUnsafe(add, name, JSON.stringify(queued.map(({ data }) => data)))),
    startWorkers: async (name, handler) => {
      handlers.set(name, handler)
      await boss.declare(name)
    },
    schedule: async (name, _cron, handler) => {
      schedules.push(name)
      await jobs.startWorkers(name, handler)
    },
  }
  const readJobs = async (): Promise<JobRow[]> => {
    const { rows } = await sql.query(
      `SELECT id, name, data, created_on FROM pgboss.job WHERE state = 'created' AND name = ANY($1) ORDER BY created_on, id`,
      [[...handlers.keys()]],
    )
    return rows
  }
  async function runJobs(): Promise<void> {
    for (let rows = await readJobs(); rows.length > 0; rows = await readJobs()) {
      for (const { id, name, data, created_on } of rows)
        await handlers.get(name)?.({ id, queued_at: created_on, attempt: 1, data })
      await sql.query(`UPDATE pgboss.job SET state = 'completed' WHERE id = ANY($1)`, [rows.map(({ id }) => id)])
    }
  }
  return {
    jobs,
    runJobs,
    async runSchedules() {
      for (const name of schedules.filter((one) => !isApart.test(one)))
        await handlers.get(name)?.({ id: name, queued_at: new Date(), attempt: 1, data: {} as never })
      await runJobs()
    },
  }
}

export type Product = Awaited<ReturnType<typeof startProduct>>

/** Product with its own database and a clock that advances only on request. */
export async function startProduct() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  // Stack traces of the database client, mapped to sources, take a tenth of the time.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const url = await createDatabase(inject('postgres'))
  await openDatabase(url, 6)
  const sql = new Client({ connectionString: url })
  await sql.connect()
  const front = await openFront()
  const folder = createDataFolder()
  const settings = parseSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://library.test',
    DATA_DIR: folder,
    LIMITS: 'off',
    STRIPE_SECRET_KEY: apiKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: front.url,
    STRIPE_PAYMENT_METHODS: 'all',
  })
  const { jobs, ...background } = await createStepwiseJobs(url, sql)
  const secret = 'a secret that only the lives know of'
  const app = await createApp({ settings, secrets: [secret], renderer: null, jobs, routes: featureRoutes })
  const stripe = createStripe(settings)
  if (!stripe) throw new Error('The lives have a key.')
  const mails: Mail[] = []
  const mailer = {
    send: async (mail: Mail) => void mails.push(mail),
    close: () => {},
    worker: { concurrency: 1, expireInSeconds: 120 },
  }
  const { rateLimiter } = app
  await workSubscriptionJobs(jobs, {
    site: app.currentSite.site,
    settings,
    mailer,
    rateLimiter,
    stripe,
    secret,
  })
  await jobs.stop()
  await addStarterPlans()
  await sql.query(`
    INSERT INTO plan (slug, position, tier, purchasable, monthly_price, yearly_price)
    VALUES ('plus', 8, 1, true, 499, 4990), ('studio', 9, 2, true, 2999, 29900);
    INSERT INTO plan_text (plan_id, locale, name, sub_title, description)
    SELECT id, 'en', slug, '', '' FROM plan WHERE slug IN ('plus', 'studio')`)
  return {
    app,
    sql,
    async reset() {
      mails.length = 0
      await sql.query(`
        DELETE FROM customer; DELETE FROM "user"; DELETE FROM stripe_event; DELETE FROM price_change;
        DELETE FROM pgboss.job;
        DELETE FROM stripe_price WHERE id NOT IN (SELECT id FROM former_price);
        UPDATE plan SET monthly_price = former.monthly_price, yearly_price = former.yearly_price
          FROM former_plan former WHERE former.id = plan.id`)
    },
    async snapshotCatalog() {
      await sql.query(`CREATE TEMP TABLE former_price AS SELECT * FROM stripe_price;
        CREATE TEMP TABLE former_plan AS SELECT * FROM plan`)
    },
    stripe,
    front,
    folder,
    mails,
    sync: { stripe, jobs },
    ...background,
    async close() {
      await app.close()
      await sql.end()
      await closeDatabase()
      front.close()
      rmSync(folder, { recursive: true, force: true })
      vi.useRealTimers()
      Error.stackTraceLimit = stackTraceLimit
    },
  }
}
