-- not in a transaction
-- What somebody wrote is hidden, shown and erased in batches, the newest first. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS "thread_author_id_id_idx";
CREATE INDEX CONCURRENTLY "thread_author_id_id_idx" ON "thread"("author_id", "id" DESC);
