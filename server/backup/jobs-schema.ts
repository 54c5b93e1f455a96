import type { Client } from 'pg'
import { getConstructionPlans } from 'pg-boss'

/** Null where there are no jobs yet, or where another version of the library has made their tables. */
export async function findJobsScript(client: Client): Promise<{ script: string | null; isForeign: boolean }> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('pgboss.version') IS NOT NULL AS there`,
  )
  if (!found[0]?.there) return { script: null, isForeign: false }
  const { rows } = await client.query<{ version: number }>('SELECT version::int FROM pgboss.version')
  const plans = getConstructionPlans('pgboss')
  const made = /INSERT INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(plans)?.[1]
  return Number(made) === rows[0]?.version
    ? { script: withoutTransaction(plans), isForeign: false }
    : { script: null, isForeign: true }
}

/** It is run in a transaction that does more. */
const withoutTransaction = (plans: string) =>
  plans
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '')
    .replaceAll(/SET LOCAL \w+ = \d+;/g, '')
