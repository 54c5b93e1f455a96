import { expect, inject, test } from 'vitest'
import { runCommand } from '../support/command.ts'
import { createDatabase, withClient } from '../support/database.ts'
import { migrateUpTo } from '../support/former-release.ts'
import { createDataFolder } from '../support/site.ts'

const url = await createDatabase(inject('postgres'), 'template0')
await migrateUpTo(url, '20261122220000_hidden_plan')
const applied = () =>
  withClient(url, async (client) => (await client.query('SELECT migration_name FROM _prisma_migrations')).rows.length)
const run = (...args: string[]) => runCommand({ DATABASE_URL: url, DATA_DIR: createDataFolder() }, ...args)

test('what only reads or tries leaves the database of a former release as it is, and says so', async () => {
  const before = await applied()
  for (const args of [
    ['user', 'list'],
    ['plan', 'list'],
    ['library', 'starter', '--dry-run'],
    ['stripe', 'reconcile', '--dry-run'],
    ['user', 'create', '--email', 'boss@example.test', '--role', 'admin', '--dry-run'],
  ])
    await expect(run(...args)).rejects.toThrow(
      /^The database lacks \d+ migrations of this program, first 20261123090000_prompt_example, .* applies none/,
    )
  expect(await applied()).toBe(before)
  await run('user', 'create', '--email', 'boss@example.test', '--role', 'admin')
  expect(await applied()).toBeGreaterThan(before)
  expect((await run('user', 'list')).json.users).toHaveLength(1)
})
