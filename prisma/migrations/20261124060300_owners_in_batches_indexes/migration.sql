-- not in a transaction
-- Few rows each: what a job has yet to do. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS user_removal_asked;
CREATE INDEX CONCURRENTLY user_removal_asked ON "user" (removal_asked_at) WHERE removal_asked_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_erased;
CREATE INDEX CONCURRENTLY user_erased ON "user" (erased_at) WHERE erased_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_texts_pending;
CREATE INDEX CONCURRENTLY user_texts_pending ON "user" (texts_pending_at) WHERE texts_pending_at IS NOT NULL;
