import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, inject, test } from 'vitest'
import { createProgram } from '../../../scripts/cli/program.ts'
import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { createJobs } from '../../../server/jobs.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { runCommand } from '../../support/command.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'
import { migrateUpTo } from '../../support/migrate-up-to.ts'
import { createDataFolder } from '../../support/site.ts'

const url = await createDatabase(inject('postgres'), 'template0')
await migrateUpTo(url, '20261122220000_hidden_plan')
const applied = () =>
  withClient(url, async (client) => (await client.query('SELECT migration_name FROM _prisma_migrations')).rows.length)
const run = (...args: string[]) => runCommand({ DATABASE_URL: url, DATA_DIR: createDataFolder() }, ...args)

test('commands that only read do not migrate an older database, and report that it is older', async () => {
  const before = await applied()
  for (const args of [
    ['user', 'list'],
    ['plan', 'list'],
    ['stripe', 'reconcile', '--dry-run'],
    ['user', 'create', '--email', 'boss@example.test', '--role', 'admin', '--dry-run'],
  ])
    await expect(run(...args)).rejects.toThrow(
      /^The database lacks \d+ migrations of this program, first 20261123090000_prompt_example\. .* apply none/,
    )
  expect(await applied()).toBe(before)
  await run('user', 'create', '--email', 'boss@example.test', '--role', 'admin')
  expect(await applied()).toBeGreaterThan(before)
  expect((await run('user', 'list')).json.users).toHaveLength(1)
})

const namesOf = (command: Command, path: string[] = []): string[] =>
  command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((child) => namesOf(child, [...path, child.name()]))

const post = (title: string) => `---\ntitle: ${title}\nexcerpt: What\n---\n\nA text.\n`

describe('on a read-only database', async () => {
  const DATA_DIR = createDataFolder()
  const DATABASE_URL = await createDatabase(inject('postgres'))
  const cli = (...args: string[]) => runCommand({ DATABASE_URL, DATA_DIR }, ...args)
  const file = (name: string) => join(DATA_DIR, name)
  const [who, blocked] = [
    ['--email', 'ana@example.test'],
    ['--email', 'bo@example.test'],
  ]
  const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
  const job = '0193f7c2-5f1e-7cc0-b7a0-2f4a52a1e1f4'
  const dry: Record<string, string[]> = {
    'user create': ['--email', 'new@example.test', '--role', 'admin'],
    'user role': [...who, '--role', 'moderator'],
    'user sign-out': who,
    'user block': [...blocked, '--hide-content'],
    'user unblock': blocked,
    'access give': [...who, '--tier', '1'],
    'access take': blocked,
    'news import': [file('first-post.en.md')],
    'news publish': ['first-post'],
    'news unpublish': ['first-post'],
    'news schedule': ['first-post', '--at', '2999-01-15T09:00:00Z'],
    'plan tax': ['premium', 'inclusive'],
    'plan price': ['premium', '--month', '99.50', '--from', inAYear],
    'stripe reconcile': [],
    'stripe events retry': [],
    'stripe refund': ['in_1'],
    'jobs retry': [job],
    'jobs cancel': ['--queue', 'user_mail'],
    'jobs purge': ['--older-than', '1d'],
    backup: [file('dry.backup')],
    restore: [file('site.backup')],
  }
  const reading: Record<string, string[]> = {
    'user list': [],
    'user show': who,
    'access list': [],
    'library export': [file('library.ndjson')],
    'news list': [],
    'plan list': [],
    'stripe events list': [],
    'stats subscriptions': [],
    'jobs list': [],
  }
  writeFileSync(file('first-post.en.md'), post('First'))
  await cli('user', 'create', ...who, '--role', 'admin')
  await cli('news', 'import', file('first-post.en.md'))
  writeFileSync(file('first-post.en.md'), post('Changed'))
  await openDatabase(DATABASE_URL, 1)
  await addStarterPlans()
  const jobs = createJobs(DATABASE_URL, { runsSchedules: false })
  await jobs.start({ debug: () => {}, error: () => {} })
  await jobs.declare('user_mail')
  await jobs.stop()
  await closeDatabase()
  await withClient(DATABASE_URL, async (client) => {
    await client.query(`INSERT INTO pgboss.job (id, name, state) VALUES ('${job}', 'user_mail', 'failed')`)
    await client.query(
      `WITH bo AS (INSERT INTO "user" (username, email, blocked_at) VALUES ('bo', 'bo@example.test', now()) RETURNING id)
       INSERT INTO access (user_id, source, tier) SELECT id, 'granted', 1 FROM bo`,
    )
    await client.query(`INSERT INTO customer (id) VALUES ('cus_1')`)
    await client.query(
      `INSERT INTO payment (id, customer_id, amount, currency, status, created_at, paid_at) VALUES ('in_1', 'cus_1', 500, 'USD', 'paid', now(), now())`,
    )
  })
  await cli('backup', file('site.backup'))
  await withClient(DATABASE_URL, async (client) => {
    const { rows } = await client.query('SELECT current_database() AS name')
    await client.query(`ALTER DATABASE "${rows[0].name}" SET default_transaction_read_only = on`)
  })

  test('this test covers every command that uses a database', async () => {
    const elsewhere = {
      'library import': 'import-dry-run.test.ts: works on temporary tables',
      doctor: 'doctor.test.ts: looks whether the database takes writes',
    }
    const names = namesOf(await createProgram()).filter((name) => !/^(sandbox |stripe setup$)/.test(name))
    expect(names.toSorted()).toEqual(Object.keys({ ...dry, ...reading, ...elsewhere }).toSorted())
  })

  test.each(Object.entries(reading))('%s succeeds', async (name, args) => {
    expect((await cli(...name.split(' '), ...args)).code).toBe(0)
  })

  test.each(Object.entries(dry))('%s --dry-run succeeds', async (name, args) => {
    expect(await cli(...name.split(' '), ...args, '--dry-run')).toMatchObject({ code: 0, json: { dry_run: true } })
  })
})
