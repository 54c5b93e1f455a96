-- not in a transaction
-- What is a person's is read on page by page, and erased in batches. Each takes the place of one on the person alone.
DROP INDEX CONCURRENTLY IF EXISTS "rating_user_id_prompt_id_idx";
CREATE INDEX CONCURRENTLY "rating_user_id_prompt_id_idx" ON "rating"("user_id", "prompt_id");
DROP INDEX CONCURRENTLY IF EXISTS "rating_user_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "thread_vote_user_id_thread_id_idx";
CREATE INDEX CONCURRENTLY "thread_vote_user_id_thread_id_idx" ON "thread_vote"("user_id", "thread_id");
DROP INDEX CONCURRENTLY IF EXISTS "thread_vote_user_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "comment_vote_user_id_comment_id_idx";
CREATE INDEX CONCURRENTLY "comment_vote_user_id_comment_id_idx" ON "comment_vote"("user_id", "comment_id");
DROP INDEX CONCURRENTLY IF EXISTS "comment_vote_user_id_idx";
