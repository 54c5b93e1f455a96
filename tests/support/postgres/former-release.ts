import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { listMigrations } from '../../../server/database/migration-files.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { createDatabase, withClient } from './database.ts'

/** That migration is the last. */
export async function migrateUpTo(url: string, last: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'former-'))
  for (const name of await listMigrations())
    if (name <= last) cpSync(join('prisma/migrations', name), join(folder, name), { recursive: true })
  await migrate(url, pathToFileURL(`${folder}/`))
  rmSync(folder, { recursive: true })
}

type Former = { last_migration: string; tables: Record<string, Record<string, unknown>[]> }

/** As the first start of 0.1.0 left it, before releases recorded what they ship; then migrated to the newest. */
export async function createFormerDatabase(postgres: string): Promise<string> {
  const file = new URL('former/0.1.0.json.gz', import.meta.url)
  const { last_migration, tables } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Former
  const url = await createDatabase(postgres, 'template0')
  await migrateUpTo(url, last_migration)
  await withClient(url, async (client) => {
    await client.query('SET session_replication_role = replica')
    for (const [table, rows] of Object.entries(tables)) {
      await client.query(`INSERT INTO "${table}" SELECT * FROM json_populate_recordset(null::"${table}", $1)`, [
        JSON.stringify(rows),
      ])
      if (rows.some((row) => typeof row.id === 'number'))
        await client.query(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), max(id)) FROM "${table}"`)
    }
    await client.query(`SELECT put_search_rows(array_agg(id)) FROM prompt`)
  })
  await migrate(url)
  return url
}
