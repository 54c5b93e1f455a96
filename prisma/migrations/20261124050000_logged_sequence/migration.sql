-- The sequence of an unlogged table is unlogged too, and PostgreSQL may leave it unreadable on a standby that is promoted:
-- whoever changes anything public then fails, for ever. One that is broken can only be dropped.
ALTER TABLE cache_invalidation ALTER COLUMN id DROP DEFAULT;
DROP SEQUENCE cache_invalidation_id_seq;
CREATE SEQUENCE cache_invalidation_id_seq OWNED BY cache_invalidation.id;
SELECT setval('cache_invalidation_id_seq', coalesce(max(id), 0) + 1, false) FROM cache_invalidation;
ALTER TABLE cache_invalidation ALTER COLUMN id SET DEFAULT nextval('cache_invalidation_id_seq');
