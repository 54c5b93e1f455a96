-- not in a transaction
-- Only of texts that mention somebody: few. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS comment_mentions;
CREATE INDEX CONCURRENTLY comment_mentions ON comment USING gin (mentions_in(body_html)) WHERE body_html LIKE '%<a href="/forum?author=%';
DROP INDEX CONCURRENTLY IF EXISTS thread_mentions;
CREATE INDEX CONCURRENTLY thread_mentions ON thread USING gin (mentions_in(description_html)) WHERE description_html LIKE '%<a href="/forum?author=%';
