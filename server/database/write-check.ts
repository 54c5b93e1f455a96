/** SQL that fails if the database is read-only, or lacks the sequence that every public change uses. */
export const writeCheckQuery = `SELECT nextval('cache_invalidation_id_seq')`
