import type { DatabaseClient } from '../../../server/database/database-client.ts'
import { countNamedStandbys, standbyState } from '../../../server/database/standbys.ts'
import type { Standbys } from '../../../server/database/standbys.ts'
import { writeCheck } from '../../../server/database/write-check.ts'
import { failure, ok, warning } from './check.ts'
import type { Finding } from './check.ts'

const stateOfWrites = `SELECT pg_is_in_recovery() AS is_standby,
  (SELECT reset_val = 'on' FROM pg_settings WHERE name = 'default_transaction_read_only') AS is_read_only`

/** The session's own `default_transaction_read_only` does not count. */
export async function lookAtWrites(client: DatabaseClient): Promise<Finding> {
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean }>(stateOfWrites)
  if (rows[0]?.is_standby)
    return failure(
      'It is a standby: it takes no writes.',
      'Promote it, or set DATABASE_URL to the primary, or to both.',
    )
  if (rows[0]?.is_read_only)
    return failure(
      'default_transaction_read_only is on: it takes no writes.',
      'Reset it for the database and its role.',
    )
  await client.query('BEGIN READ WRITE')
  try {
    await client.query(writeCheck)
    return ok('The database takes writes.')
  } finally {
    await client.query('ROLLBACK')
  }
}

/** As the alert StandbyLags. */
const maxLagBytes = 64 * 2 ** 20

/** Those that may be promoted: the other hosts of the address, and what commits wait for. */
export async function lookAtStandbys(client: DatabaseClient, url: string): Promise<Finding> {
  const { rows } = await client.query<Standbys>(standbyState)
  const [state] = rows
  if (!state) return ok('None.')
  const { connected, lag_bytes } = state
  const named = countNamedStandbys(url)
  if (state.is_waiting || (state.is_sync && !state.has_sync))
    return failure(
      'Commits wait for a standby of synchronous_standby_names that is not there.',
      'Start it, or ALTER SYSTEM RESET synchronous_standby_names and reload until it is back.',
    )
  if (connected < named)
    return failure(
      `${connected} of ${named} standbys that the address names are connected.`,
      'Start it, or make it anew: docs/operations.md, "Failover".',
    )
  if (connected === 0) return ok('None, and none is named.')
  if (lag_bytes === null)
    return warning(
      `${connected} connected; how far behind is hidden from this role.`,
      'As a superuser: GRANT pg_monitor TO the role of DATABASE_URL.',
    )
  const detail = `${connected} connected, ${Math.round(lag_bytes / 2 ** 20)} MiB behind.`
  return lag_bytes > maxLagBytes
    ? warning(detail, 'See pg_stat_replication, and the load and the disk of the standby.')
    : ok(detail)
}
