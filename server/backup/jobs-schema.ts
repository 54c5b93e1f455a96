import type { Client } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import type { ArchiveHeader } from './archive.ts'

const plans = getConstructionPlans('pgboss')

function versionIn(script: string): number | null {
  const [, version] = /INSERT INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(script) ?? []
  return version ? Number(version) : null
}

export const knownJobsVersion = versionIn(plans)

export const jobsScript = plans
  .replace(/^\s*BEGIN;/, '')
  .replace(/COMMIT;\s*$/, '')
  .replaceAll(/SET LOCAL \w+ = \d+;/g, '')

/** True for the site's tables and `job_common`. pg-boss recreates its other tables; some contain SQL that it runs. */
export const isTableBackedUp = ({ schema, name }: { schema: string; name: string }) =>
  schema === 'public' || name === 'job_common'

export const queuesScript = `SELECT pgboss.create_queue(name, '{"policy": "standard"}') FROM (SELECT DISTINCT name FROM pgboss.job_common) AS job`

export const jobsVersionOf = ({ jobs_version, jobs_script }: ArchiveHeader): number | null =>
  jobs_version ?? versionIn(jobs_script ?? '')

/** Returns the version of pg-boss's tables; null if there are none. `isForeign`: another version made them. */
export async function findJobsVersion(client: Client): Promise<{ version: number | null; isForeign: boolean }> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('pgboss.version') IS NOT NULL AS there`,
  )
  if (!found[0]?.there) return { version: null, isForeign: false }
  const { rows } = await client.query<{ version: number }>('SELECT version::int FROM pgboss.version')
  const isForeign = rows[0]?.version !== knownJobsVersion
  return { version: isForeign ? null : knownJobsVersion, isForeign }
}
