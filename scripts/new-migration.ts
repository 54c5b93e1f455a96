import type { DiffTarget } from '@prisma/schema-engine-wasm'
import { DatabaseClient } from '../server/database/database-client.ts'
import { migrate } from '../server/database/migrations.ts'
import { StartProblem } from '../server/settings/settings.ts'
import { objectChanges, readObjects } from './database-objects.ts'
import { diff } from './schema-diff.ts'

const database = 'new_migration'

async function withClient<Result>(url: string, run: (client: DatabaseClient) => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/**
 * Returns the SQL from the former schema and the migrated functions, triggers and views to the current files. Migrates a
 * temporary database beside `url`. Throws StartProblem if PostgreSQL refuses a change.
 */
export async function writeMigration(
  url: string,
  { from, to }: { from: DiffTarget; to: DiffTarget },
  objects = readObjects(),
): Promise<string> {
  const address = new URL(url)
  address.pathname = `/${database}`
  const removeDatabase = `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`
  const query = (sql: string) => withClient(url, (client) => client.query(sql))
  await query(removeDatabase)
  await query(`CREATE DATABASE ${database} TEMPLATE template0`)
  try {
    await migrate(address.href)
    const schemaChange = await diff(url, from, to)
    const changes = await withClient(address.href, async (client) => {
      await client.query(schemaChange)
      return objectChanges(client, objects)
    })
    const isEmpty = /^\s*(--[^\n]*\s*)*$/.test(schemaChange)
    return `${[...(isEmpty ? [] : [schemaChange.trim()]), ...changes].join('\n\n')}\n`
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`The change cannot be applied to the migrated database: ${(error as Error).message}.`)
  } finally {
    await query(removeDatabase)
  }
}
