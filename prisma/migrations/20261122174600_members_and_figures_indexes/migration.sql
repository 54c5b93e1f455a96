-- not in a transaction
-- Writers go on while these are built; a step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS "user_created_at_idx";
CREATE INDEX CONCURRENTLY "user_created_at_idx" ON "user"("created_at");
DROP INDEX CONCURRENTLY IF EXISTS "access_tier_user_id_idx";
CREATE INDEX CONCURRENTLY "access_tier_user_id_idx" ON "access"("tier", "user_id" DESC);
DROP INDEX CONCURRENTLY IF EXISTS "category_clicks_day_category_id_idx";
CREATE INDEX CONCURRENTLY "category_clicks_day_category_id_idx" ON "category_clicks"("day", "category_id");
DROP INDEX CONCURRENTLY IF EXISTS "prompt_copies_day_prompt_id_idx";
CREATE INDEX CONCURRENTLY "prompt_copies_day_prompt_id_idx" ON "prompt_copies"("day", "prompt_id");
DROP INDEX CONCURRENTLY IF EXISTS user_words;
CREATE INDEX CONCURRENTLY user_words ON "user" USING gin (member_words(username, email, first_name, last_name) gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS user_email_start;
CREATE INDEX CONCURRENTLY user_email_start ON "user" (email text_pattern_ops);
DROP INDEX CONCURRENTLY IF EXISTS user_staff;
CREATE INDEX CONCURRENTLY user_staff ON "user" (role, id DESC) WHERE role <> 'user';
DROP INDEX CONCURRENTLY IF EXISTS user_blocked;
CREATE INDEX CONCURRENTLY user_blocked ON "user" (id DESC) WHERE blocked_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_unconfirmed;
CREATE INDEX CONCURRENTLY user_unconfirmed ON "user" (id DESC) WHERE email_confirmed_at IS NULL;
