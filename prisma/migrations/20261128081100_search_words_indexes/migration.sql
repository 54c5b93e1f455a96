-- not in a transaction
-- What is yet to be written anew by a job, and words of news, forum and use cases as `search_words` has them. Writers go on
-- while these are built; a step that was interrupted is done anew. A server of the former release finds comments still, slowly.
DROP INDEX CONCURRENTLY IF EXISTS prompt_search_unwritten;
CREATE INDEX CONCURRENTLY prompt_search_unwritten ON prompt_search (prompt_id) WHERE required_tier IS NULL OR words_version < 2;
DROP INDEX CONCURRENTLY IF EXISTS prompt_search_without_tier;
DROP INDEX CONCURRENTLY IF EXISTS thread_words;
CREATE INDEX CONCURRENTLY thread_words ON thread USING gin (thread_document(title, description)) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_search;
DROP INDEX CONCURRENTLY IF EXISTS thread_title_words;
CREATE INDEX CONCURRENTLY thread_title_words ON thread USING gin (to_tsvector('public.simple_plain'::regconfig, search_words(title))) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_title_search;
DROP INDEX CONCURRENTLY IF EXISTS comment_words;
CREATE INDEX CONCURRENTLY comment_words ON comment USING gin (to_tsvector('public.simple_plain'::regconfig, search_words(body))) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS comment_search;
DROP INDEX CONCURRENTLY IF EXISTS post_text_words;
CREATE INDEX CONCURRENTLY post_text_words ON post_text USING gin (post_document(locale, title, excerpt, body));
DROP INDEX CONCURRENTLY IF EXISTS post_text_search;
DROP INDEX CONCURRENTLY IF EXISTS use_case_text_line;
CREATE INDEX CONCURRENTLY use_case_text_line ON use_case_text USING gin (search_line(title) gin_trgm_ops);
