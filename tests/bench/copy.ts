import { rm } from 'node:fs/promises'
import { withClient } from './database.ts'
import { onExit } from './cleanups.ts'

const tables = ['prompt', 'prompt_text']

/** Seconds to copy the rows inside PostgreSQL, into bare tables and into indexed ones. */
export function measureCopy(url: string): Promise<{ bare: number; indexed: number }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`SELECT current_setting('data_directory') AS folder`)
    const fileOf = (table: string) => `${rows[0].folder}/bench-${table}.copy`
    const removeFiles = onExit(() => Promise.all(tables.map((table) => rm(fileOf(table), { force: true }))))
    await client.query('DROP SCHEMA IF EXISTS floor CASCADE; CREATE SCHEMA floor')
    for (const table of tables) await client.query(`COPY ${table} TO '${fileOf(table)}'`)

    const load = async (including: string) => {
      for (const table of tables) await client.query(`CREATE TABLE floor.${table} (LIKE ${table} ${including})`)
      await client.query('CHECKPOINT')
      const startedAt = performance.now()
      for (const table of tables) await client.query(`COPY floor.${table} FROM '${fileOf(table)}'`)
      const seconds = (performance.now() - startedAt) / 1000
      for (const table of tables) await client.query(`DROP TABLE floor.${table}`)
      return seconds
    }
    const bare = await load('')
    const indexed = await load('INCLUDING INDEXES')
    await client.query('DROP SCHEMA floor')
    await removeFiles()
    return { bare, indexed }
  })
}
