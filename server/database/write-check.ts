/** Fails on a standby, on a read-only database, and if the sequence is broken that every public change needs. */
export const writeCheck = `SELECT nextval('cache_invalidation_id_seq')`
