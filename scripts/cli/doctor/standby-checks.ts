import type { DatabaseClient } from '../../../server/database/database-client.ts'
import { countStandbyHosts, standbyStateQuery, writeCheckQuery } from '../../../server/database/standbys.ts'
import type { Standbys } from '../../../server/database/standbys.ts'
import { failure, ok, warning } from './check.ts'
import type { Finding } from './check.ts'

const stateOfWrites = `SELECT pg_is_in_recovery() AS is_standby,
  (SELECT reset_val = 'on' FROM pg_settings WHERE name = 'default_transaction_read_only') AS is_read_only`

/** Tries a write, regardless of the session's own `default_transaction_read_only`. */
export async function lookAtWrites(client: DatabaseClient): Promise<Finding> {
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean }>(stateOfWrites)
  if (rows[0]?.is_standby)
    return failure(
      'The database is a standby and accepts no writes.',
      'Promote it, or set DATABASE_URL to the primary or to both hosts.',
    )
  if (rows[0]?.is_read_only)
    return failure(
      'default_transaction_read_only is on: the database accepts no writes.',
      'Reset it for the database and its role.',
    )
  await client.query('BEGIN READ WRITE')
  try {
    await client.query(writeCheckQuery)
    return ok('The database accepts writes.')
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Limit of the alert StandbyLags. */
const maxLagBytes = 64 * 2 ** 20

/** Checks the standbys named in the URL and those that commits wait for. */
export async function lookAtStandbys(client: DatabaseClient, url: string): Promise<Finding> {
  const { rows } = await client.query<Standbys>(standbyStateQuery)
  const [state] = rows
  if (!state) return ok('None.')
  const { connected, lag_bytes } = state
  const named = countStandbyHosts(url)
  if (state.is_waiting || (state.is_sync && !state.has_sync))
    return failure(
      'Commits wait for a missing standby of synchronous_standby_names.',
      'Start the standby, or run ALTER SYSTEM RESET synchronous_standby_names and reload until it is available again.',
    )
  if (connected < named)
    return failure(
      `${connected} of the ${named} standbys in DATABASE_URL are connected.`,
      'Start the missing standby, or create it again: docs/operations.md, "Failover".',
    )
  if (connected === 0) return ok('There is no standby, and DATABASE_URL names none.')
  if (lag_bytes === null)
    return warning(
      `${connected} connected; this role may not read how far behind they are.`,
      'As a superuser, run GRANT pg_monitor TO the role of DATABASE_URL.',
    )
  const detail = `${connected} connected, ${Math.round(lag_bytes / 2 ** 20)} MiB behind.`
  return lag_bytes > maxLagBytes
    ? warning(detail, 'Check pg_stat_replication and the load and disk of the standby.')
    : ok(detail)
}
