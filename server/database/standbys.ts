import { splitHosts } from '../settings/database-address.ts'

export const countStandbyHosts = (url: string): number => splitHosts(url).length - 1

export type Standbys = {
  connected: number
  is_sync: boolean
  has_sync: boolean
  is_waiting: boolean
  lag_bytes: number | null
}

/** SQL: counts standbys and reads their lag. Without pg_monitor, `state` is null in every row. */
export const standbyStateQuery = `
  SELECT count(pid)::int AS connected, current_setting('synchronous_standby_names') <> '' AS is_sync,
         coalesce(bool_or(state IS NULL OR sync_state IN ('sync', 'quorum')), false) AS has_sync,
         EXISTS (SELECT FROM pg_stat_activity
                  WHERE wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '5 seconds') AS is_waiting,
         CASE WHEN bool_or(state IS NULL) OR pg_is_in_recovery() THEN NULL
              ELSE coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 0)::float END AS lag_bytes
    FROM pg_stat_replication WHERE state IS NULL OR replay_lsn IS NOT NULL`

/** SQL that fails if the database is read-only, or lacks the sequence that every public change uses. */
export const writeCheckQuery = `SELECT nextval('cache_invalidation_id_seq')`
