import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { DatabaseClient } from '../../server/database/database-client.ts'
import { sqlStateOf } from '../../server/database/database-pool.ts'
import { joinDatabase, releaseDatabase } from '../../server/embedded/ensure-database.ts'
import type { EnsuredDatabase } from '../../server/embedded/ensure-database.ts'
import { parseSettings, StartProblem } from '../../server/settings/settings.ts'
import type { Settings } from '../../server/settings/settings.ts'
import { addVerb, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { check, failure, reasonOf, warning } from './doctor/check.ts'
import type { Check, Finding, Look } from './doctor/check.ts'
import * as database from './doctor/database-checks.ts'
import { lookAtPrices } from './doctor/price-checks.ts'
import * as services from './doctor/service-checks.ts'
import { lookAtStandbys, lookAtWrites } from './doctor/standby-checks.ts'
import { lookAtDisk, lookAtSettings } from './doctor/settings-checks.ts'

const aboutDoctor = `
doctor only reads, sends no mail, and ends within a minute. Each line is ok, warning or failure, with advice. The exit
code is 1 if there is a failure, otherwise 0. Examples:
  npm run cli -- doctor
  npm run -s cli -- doctor --json | jq '.checks[] | select(.state != "ok")'`

const mendDatabase = 'Set DATABASE_URL to a running PostgreSQL that accepts this machine, or start the server.'

/** Connects to the database. An embedded one is joined or started, but not created. */
async function connect(settings: Settings): Promise<{ reached: EnsuredDatabase; client: DatabaseClient } | null> {
  if (!settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, 'postgres', 'PG_VERSION'))) return null
  const reached = await joinDatabase(settings)
  const client = new DatabaseClient({
    connectionString: reached.url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    application_name: 'doctor',
  })
  client.on('error', () => {})
  await client.connect().catch(async (error: unknown) => {
    await reached.release()
    throw error
  })
  await client.query('SET default_transaction_read_only = on')
  return { reached, client }
}

const ofTheDatabase = [
  'writes',
  'standbys',
  'migrations',
  'signing secret',
  'prices',
  'promises of plans',
  'admins',
  'queues',
]
const unseen = (names: string[], detail: string, mend: string): Check[] =>
  names.map((name) => ({ name, ...warning(`Not checked: ${detail}`, mend) }))

/** Handles missing tables and columns of an empty or older database. */
function notMigrated(error: unknown): Finding {
  if (!/^42(P01|703)$/.test(sqlStateOf(error) ?? '')) throw error
  return warning('Not checked: the database lacks tables of this program.', 'Apply the migrations first.')
}

async function readDatabaseClock(client: DatabaseClient): Promise<number> {
  const startedAt = Date.now()
  const { rows } = await client.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  )
  return ((startedAt + Date.now()) / 2 - (rows[0]?.ms ?? 0)) / 1_000
}

async function lookInDatabase(settings: Settings): Promise<Check[]> {
  let connected: Awaited<ReturnType<typeof connect>> = null
  const reach = async (): Promise<Finding> => {
    connected = await connect(settings)
    if (!connected)
      return warning(`There is no database in ${settings.DATA_DIR} yet.`, 'The first npm start creates it.')
    return database.lookAtDatabase(database.rowsOf(connected.client), settings)
  }
  const found = await check('database', mendDatabase, reach, 45_000)
  const open = connected as Awaited<ReturnType<typeof connect>>
  if (!open || found.some(({ state }) => state === 'failure')) {
    await open?.client.end().catch(() => {})
    // Includes a connection that still waits for another command.
    await Promise.race([releaseDatabase(), sleep(5_000, undefined, { ref: false })])
    return [...found, ...unseen(ofTheDatabase, 'the database is not available.', 'Fix the database first.')]
  }
  const { client, reached } = open
  const rows = database.rowsOf(client)
  const late = 'Check the load of the database, and try again.'
  const checkTables = (name: string, look: Look) =>
    check(name, late, () => look().catch((error: unknown) => notMigrated(error)))
  try {
    // Sequential, because the checks share a connection.
    return [
      ...found,
      ...(await check('pooler', 'Correct DATABASE_URL.', () => database.lookAtPooler(settings))),
      ...(await checkTables('writes', () => lookAtWrites(client))),
      ...(await check('standbys', late, () => lookAtStandbys(client, reached.url))),
      ...(await check('migrations', late, () => database.lookAtMigrations(rows))),
      ...(await checkTables('signing secret', () => database.lookAtSecret(rows, settings))),
      ...(await checkTables('prices', () => lookAtPrices(rows))),
      ...(await checkTables('promises of plans', () => database.lookAtPromises(rows))),
      ...(await checkTables('admins', () => database.lookAtAdmins(rows, settings))),
      ...(await checkTables('queues', () => database.lookAtQueues(rows, settings))),
      ...(await check('clock', late, async () =>
        services.clockFinding(await readDatabaseClock(client), 'the clock of the database'),
      )),
    ]
  } finally {
    await Promise.race([client.end().catch(() => {}), sleep(2_000, undefined, { ref: false })])
    await reached.release()
  }
}

/** Checks the key first; the other checks need it. */
async function lookAtPayments(settings: Settings): Promise<Check[]> {
  const payments = services.connectStripe(settings)
  const { stripe, isSandbox } = payments
  const mend = 'Check STRIPE_SECRET_KEY and STRIPE_API_BASE, and whether this machine can reach Stripe.'
  const key = await check('stripe key', mend, () => services.lookAtStripe(payments, settings))
  if (key.some(({ state }) => state === 'failure'))
    return [...key, ...unseen(['stripe webhook'], 'Stripe does not answer.', 'Fix the key first.')]
  const readClock = async () => {
    const seconds = stripe && !isSandbox ? await services.readStripeClock(stripe) : null
    return seconds === null ? [] : [services.clockFinding(seconds, "Stripe's clock")]
  }
  const webhook = await check('stripe webhook', mend, () => services.lookAtWebhook(payments, settings))
  return [...key, ...webhook, ...(await check('clock', mend, readClock))]
}

async function lookAtServices(settings: Settings): Promise<Check[]> {
  const looked = await Promise.all([
    check('mail', 'Check SMTP_URL, and whether this machine can reach the mail server.', () =>
      services.lookAtMail(settings),
    ),
    lookAtPayments(settings),
    check('redis', 'Check REDIS_URL, and whether this machine can reach Redis.', () => services.lookAtRedis(settings)),
    check('disk', 'Set DATA_DIR to a folder that this user can write.', () => lookAtDisk(settings)),
  ])
  return looked.flat()
}

export async function examine(environment: Record<string, string | undefined>): Promise<Check[]> {
  let settings: Settings
  try {
    settings = parseSettings(environment)
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    const wrong = failure(reasonOf(error), 'Correct the settings in the environment of the server.')
    return [{ name: 'settings', ...wrong }]
  }
  const [settingsChecks, inside, outside] = await Promise.all([
    check('settings', 'Correct the settings.', () => lookAtSettings(settings)),
    lookInDatabase(settings),
    lookAtServices(settings),
  ])
  return [...settingsChecks, ...inside, ...outside]
}

const label = { ok: 'ok     ', warning: 'warning', failure: 'FAILURE' }

async function diagnose(options: CommandOptions) {
  const checks = await examine(process.env)
  const lines = checks.map(
    ({ name, state, detail, mend }) => `${label[state]}  ${name}: ${detail}${mend ? `\n         → ${mend}` : ''}`,
  )
  printResult(options, lines.join('\n'), { checks })
  if (checks.some(({ state }) => state === 'failure')) process.exitCode = 1
}

export function addDoctorCommand(program: Command): void {
  addVerb(program, 'doctor', 'Checks settings, database, mail, payments and other services.')
    .addHelpText('after', aboutDoctor)
    .action(diagnose)
}
