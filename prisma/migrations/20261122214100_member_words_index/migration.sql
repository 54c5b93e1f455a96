-- not in a transaction
-- Writers go on while it is built; a step that was interrupted is done anew. A server of the former release finds members still, slowly.
DROP INDEX CONCURRENTLY IF EXISTS user_words_plain;
CREATE INDEX CONCURRENTLY user_words_plain ON "user" USING gin (member_words_plain(username, email, first_name, last_name) gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS user_words;
