-- not in a transaction
-- The latest of all prompts, without building the list of all of them. Apart from the tables: an index that is built beside writes must be alone.
DROP INDEX CONCURRENTLY IF EXISTS prompt_created;
CREATE INDEX CONCURRENTLY prompt_created ON prompt (created_at DESC, id DESC) WHERE archived_at IS NULL;
