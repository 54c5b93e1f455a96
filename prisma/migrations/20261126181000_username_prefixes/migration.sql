-- not in a transaction
-- Names by what is typed of them. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS user_username_prefix;
CREATE INDEX CONCURRENTLY user_username_prefix ON "user" (lower(username) text_pattern_ops);
