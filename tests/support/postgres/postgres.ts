import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Locale } from '#shared/locale.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { startPostgres } from '../../../server/embedded/postgres.ts'
import { nameOfTemplate, withClient, urlOfDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
    locale: Locale
  }
}

/** Starts one PostgreSQL per run, with a migrated template database. */
export async function setup({ provide }: TestProject, prepare?: (url: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'library-tests-'))
  // PostgreSQL may run as another user, who needs access.
  await chmod(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'))
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await withClient(postgres.superuserUrl, async (client) => {
      // Test data need not survive a crash.
      await client.query('ALTER SYSTEM SET fsync = off')
      await client.query('ALTER SYSTEM SET synchronous_commit = off')
      await client.query('SELECT pg_reload_conf()')
      await client.query(`CREATE DATABASE ${nameOfTemplate}`)
    })
    await migrate(urlOfDatabase(postgres.superuserUrl, nameOfTemplate))
    await prepare?.(postgres.superuserUrl)
  } catch (error) {
    await stop()
    throw error
  }
  provide('postgres', postgres.superuserUrl)
  return stop
}
