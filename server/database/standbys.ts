import { addressesOf } from '../settings/database-address.ts'

/** Of the hosts in an address one is the primary. */
export const countNamedStandbys = (url: string): number => addressesOf(url).length - 1

export type Standbys = {
  connected: number
  /** Commits wait for one that `synchronous_standby_names` names. */
  is_sync: boolean
  has_sync: boolean
  /** A commit of this role has waited for a standby for 5 seconds. */
  is_waiting: boolean
  /** Null where a role without pg_monitor does not see it. */
  lag_bytes: number | null
}

/** A role without pg_monitor sees the rows of pg_stat_replication and not their state. What replays nothing, as a base backup, is no standby. */
export const standbyState = `
  SELECT count(pid)::int AS connected, current_setting('synchronous_standby_names') <> '' AS is_sync,
         coalesce(bool_or(state IS NULL OR sync_state IN ('sync', 'quorum')), false) AS has_sync,
         EXISTS (SELECT FROM pg_stat_activity
                  WHERE wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '5 seconds') AS is_waiting,
         CASE WHEN bool_or(state IS NULL) OR pg_is_in_recovery() THEN NULL
              ELSE coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 0)::float END AS lag_bytes
    FROM pg_stat_replication WHERE state IS NULL OR replay_lsn IS NOT NULL`
