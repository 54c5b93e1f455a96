import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { assertDatabaseRequirements } from '../../../server/database/database-requirements.ts'
import { listMigrations } from '../../../server/database/migration-files.ts'
import { listPendingMigrations } from '../../../server/database/migrations.ts'
import { assertNoStatementPooler } from '../../../server/database/pooler.ts'
import { keyIdOf } from '../../../server/database/signing-key.ts'
import { secretsOf } from '../secrets.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { createStripe } from '../../../server/subscription/stripe.ts'
import { compareAdvertisedCounts } from '../../../server/subscription/prices/advertised-counts.ts'
import { failure, ok, warning } from './check.ts'
import type { Finding } from './check.ts'

type Rows = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>
export const rowsOf =
  (client: Client): Rows =>
  async (sql, values) =>
    (await client.query(sql, values)).rows

export async function lookAtDatabase(rows: Rows, settings: Settings): Promise<Finding> {
  await assertDatabaseRequirements((sql) => rows(sql))
  const startedAt = performance.now()
  const [facts] = await rows<{ version: string; bytes: string; used: number; most: number; name: string }>(
    `SELECT current_setting('server_version') AS version, pg_size_pretty(pg_database_size(current_database())) AS bytes,
            current_database() AS name, (SELECT count(*)::int FROM pg_stat_activity) AS used,
            current_setting('max_connections')::int AS most`,
  )
  const ms = Math.round(performance.now() - startedAt)
  const { version, bytes, used, most, name } = facts ?? { version: '', bytes: '', used: 0, most: 0, name: '' }
  const where = settings.DATABASE_URL ? name : 'the one in DATA_DIR'
  const detail = `PostgreSQL ${version}, ${where}, ${bytes}, with unaccent and pg_trgm; ${used} of ${most} connections; answers in ${ms} ms.`
  return used > most * 0.9
    ? warning(detail, 'Raise max_connections, lower DATABASE_POOL, or add PgBouncer.')
    : ok(detail)
}

export async function lookAtPooler({ DATABASE_URL, DATABASE_DIRECT_URL }: Settings): Promise<Finding> {
  if (!DATABASE_DIRECT_URL || !DATABASE_URL) return ok('There is no pooler.')
  await assertNoStatementPooler(DATABASE_URL)
  return ok('DATABASE_URL is a pooler in transaction or session mode; DATABASE_DIRECT_URL bypasses it.')
}

export async function lookAtMigrations(rows: Rows): Promise<Finding> {
  const pending = await listPendingMigrations((sql) => rows(sql))
  const known = new Set(await listMigrations())
  const recorded = await rows<{ name: string; is_done: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS is_done FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  ).catch(() => [])
  const unfinished = recorded.find(({ is_done }) => !is_done)
  if (unfinished)
    return failure(`The migration ${unfinished.name} is incomplete.`, 'Start a server, which runs it again.')
  const unknown = recorded.find(({ name }) => !known.has(name))
  if (unknown)
    return warning(
      `The database is newer than this program: it has ${unknown.name}.`,
      'Deploy the newer release. Ignore this warning during an upgrade.',
    )
  if (pending.length > 0)
    return warning(
      `${pending.length} of ${known.size} migrations are not applied, first ${pending[0]}.`,
      'Make a backup, then start a server or run npm run prisma -- deploy.',
    )
  return ok(`All ${known.size} migrations are applied.`)
}

export async function lookAtPromises(rows: Rows): Promise<Finding[]> {
  const plans = await compareAdvertisedCounts(rows)
  if (plans.length === 0) return [ok('No plan advertises a number of prompts.')]
  return plans.map(({ slug, promised, there }) => {
    const detail = `${slug}: ${promised.toLocaleString('en')} prompts advertised, ${there.toLocaleString('en')} available.`
    return there >= promised
      ? ok(detail)
      : warning(detail, 'Import more prompts of this tier, or change the text of the plan.')
  })
}

export async function lookAtAdmins(rows: Rows, { NODE_ENV, DATA_DIR }: Settings): Promise<Finding> {
  const admins = await rows<{ email: string }>(`SELECT email FROM "user" WHERE role = 'admin' ORDER BY id`)
  if (admins.length === 0)
    return failure('There is no admin.', 'Run npm run cli -- user create --email ADDRESS --role admin.')
  const file = join(DATA_DIR, 'first-admin.json')
  const isFirst = admins.some(({ email }) => email === 'admin@localhost.test')
  if (NODE_ENV === 'production' && isFirst)
    return warning(
      `admin@localhost.test is still an admin${existsSync(file) ? `, and ${file} contains its password` : ''}.`,
      'Create an admin of your own, run user role --email admin@localhost.test --role user, and remove the file.',
    )
  return ok(`${admins.length} admins.`)
}

export async function lookAtSecret(rows: Rows, settings: Settings): Promise<Finding> {
  const known = await rows<{ kid: string }>('SELECT kid FROM signing_key')
  const kids = new Set(secretsOf(settings).map(keyIdOf))
  if (known.length === 0 || known.some(({ kid }) => kids.has(kid)))
    return ok('The signing secret matches the database.')
  return failure(
    'The database was used with another signing secret, so a server refuses to start.',
    'Set JWT_SECRET to the former secret, or copy the former DATA_DIR/jwt-secret here.',
  )
}

const countJobs = `SELECT (SELECT count(*)::int FROM pgboss.job WHERE state = 'failed') AS dead,
            (SELECT count(*)::int FROM pgboss.job WHERE state = 'created' AND start_after < now() - CASE name WHEN 'notification_digest_mail' THEN interval '4 hours' ELSE interval '15 minutes' END) AS late,
            (SELECT count(*)::int FROM pgboss.job WHERE state = 'retry' AND created_on < now() - interval '15 minutes') AS retried,
            (SELECT count(*)::int FROM pgboss.job WHERE state = 'retry' AND name LIKE '%\\_mail') AS mails,
            (SELECT coalesce(extract(epoch FROM now() - min(created_on)) / 3600, 0)::int FROM pgboss.job WHERE state = 'retry') AS hours,
            (SELECT count(*)::int FROM pgboss.job WHERE state IN ('created', 'retry', 'active')) AS waiting,
            (SELECT count(*)::int FROM stripe_event WHERE processed_at IS NULL AND received_at < now() - interval '1 hour') AS events,
            (SELECT count(*)::int FROM unknown_status) AS unknown`
const noJobs = { dead: 0, late: 0, retried: 0, mails: 0, hours: 0, events: 0, waiting: 0, unknown: 0 }

export async function lookAtQueues(rows: Rows, settings: Settings): Promise<Finding[]> {
  const [there] = await rows<{ is: boolean }>(`SELECT to_regclass('pgboss.job') IS NOT NULL AS is`)
  if (!there?.is) return [warning('There are no queues yet.', 'Start a server, which creates them.')]
  const [{ dead, late, retried, mails, hours, events, waiting, unknown } = noJobs] =
    await rows<typeof noJobs>(countJobs)
  // With PAYMENTS=off, Stripe's events wait until payments are on again.
  const hasPayments = createStripe(settings) !== null
  const doubts = [
    dead > 0 &&
      warning(
        `${dead} jobs failed and were given up.`,
        'See npm run cli -- jobs list --state failed, then run jobs retry.',
      ),
    late > 0 &&
      failure(
        `${late} jobs have been waiting for more than 15 minutes.`,
        'Check whether a server is running, and its log.',
      ),
    retried > 0 &&
      warning(
        `${retried} jobs are being retried, ${mails} of them mails, the oldest for ${hours} hours.`,
        'See npm run cli -- jobs list --state retry.',
      ),
    hasPayments &&
      events > 0 &&
      failure(
        `${events} Stripe events have been waiting for more than an hour.`,
        'Run npm run cli -- stripe events retry.',
      ),
    hasPayments &&
      unknown > 0 &&
      warning(
        `${unknown} objects at Stripe have an unknown status; their stored state is unchanged.`,
        'List them with SELECT * FROM unknown_status, check the Dashboard, and look for a newer release.',
      ),
  ].filter((doubt) => doubt !== false)
  return doubts.length > 0 ? doubts : [ok(`${waiting} jobs are waiting or running; none is late or given up.`)]
}
