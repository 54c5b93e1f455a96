/**
 * Refused by a standby, by a database that is set to read only, and where the sequence is broken that each change of
 * something public needs. Uses up a number.
 */
export const writeCheck = `SELECT nextval('cache_invalidation_id_seq')`
