import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { until, withClient } from './database.ts'

export function migrationsOf(names: string[], scripts: Record<string, string> = {}): URL {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) cpSync(join('prisma/migrations', name), join(folder, name), { recursive: true })
  for (const [name, script] of Object.entries(scripts)) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'migration.sql'), script)
  }
  return pathToFileURL(`${folder}/`)
}

/** A lock of `client` blocks the migration; the process is killed, then the lock released. */
export async function killBlockedMigration(url: string, folder: URL, lock: string): Promise<void> {
  const childScript = `import { migrate } from ${JSON.stringify(new URL('../../../server/database/migrations.ts', import.meta.url).href)}
    await migrate(process.argv[1], new URL(process.argv[2]))`
  await withClient(url, async (client) => {
    await client.query(`BEGIN; ${lock}`)
    const child = spawn(process.execPath, ['--input-type=module', '-e', childScript, url, folder.href], {
      stdio: 'inherit',
    })
    const exited = new Promise((resolve) => child.once('exit', resolve))
    await until(async () => (await countMigrating(url, `AND wait_event_type = 'Lock'`)) > 0)
    child.kill('SIGKILL')
    await exited
    await client.query('COMMIT')
    await until(async () => (await countMigrating(url)) === 0)
  })
}

const countMigrating = (url: string, condition = '') =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'migrations' AND datname = current_database() ${condition}`,
    )
    return rows.length
  })
