-- not in a transaction
-- Comments that everybody sees, by their words. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS comment_search;
CREATE INDEX CONCURRENTLY comment_search ON comment USING gin (to_tsvector('public.simple_plain'::regconfig, body)) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
