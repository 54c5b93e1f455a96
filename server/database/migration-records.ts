import type { Client } from 'pg'
import type { Migration } from './migration-files.ts'
import { StartProblem } from '../settings/settings.ts'

export type MigrationRecord = {
  migration_name: string
  checksum: string
  finished_at: Date | null
  logs: string | null
}

export const createRecordsTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`

export const recordsQuery = `SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations WHERE rolled_back_at IS NULL`

const isUnfinished = `migration_name = $1::text AND finished_at IS NULL AND rolled_back_at IS NULL`

export async function recordStarted(client: Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, migration_name, checksum) SELECT gen_random_uuid(), $1::text, $2
      WHERE NOT EXISTS (SELECT FROM _prisma_migrations WHERE ${isUnfinished})`,
    [name, checksum],
  )
}

export async function recordFinished(client: Client, migration: Migration): Promise<void> {
  await recordStarted(client, migration)
  await client.query(
    `UPDATE _prisma_migrations SET finished_at = clock_timestamp(), checksum = $2, applied_steps_count = 1, logs = NULL
      WHERE ${isUnfinished}`,
    [migration.name, migration.checksum],
  )
}

/** SQL that tests whether a migration was applied. An early release may have applied it without a record. */
const existenceChecks: Record<string, string> = {
  '20261121090000_library': `to_regclass('"user"')`,
  '20261121090100_library_rules': `to_regproc('search_config')`,
  '20261121120000_plans': `to_regclass('plan')`,
  '20261121130000_accounts': `to_regclass('session')`,
  '20261121130100_one_token_per_purpose': `to_regclass('one_time_token_user_id_purpose_key')`,
  '20261121160000_links_end': `(SELECT attnum FROM pg_attribute WHERE attrelid = to_regclass('"user"') AND attname = 'links_ended_at')`,
}

export async function isScriptApplied(
  client: Client,
  { name }: Migration,
  { logs }: MigrationRecord,
): Promise<boolean> {
  if (logs) return false
  const check = existenceChecks[name]
  if (!check)
    throw new StartProblem(
      `The migration ${name} was begun by another program and never finished: mark it as applied or rolled back with "prisma migrate resolve".`,
    )
  const { rows } = await client.query<{ there: boolean }>(`SELECT ${check} IS NOT NULL AS there`)
  return rows[0]?.there ?? false
}
