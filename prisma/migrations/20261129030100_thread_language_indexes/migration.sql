-- not in a transaction
-- The language of each thread, guessed by frequent words outside of code; its author's language decides a tie. Lists read
-- one language each, so their indexes begin with it. A step that was interrupted is done anew.
UPDATE thread SET language = 'es'
  FROM (
    SELECT thread.id, "user".language AS author_language,
           regexp_replace(regexp_replace(lower(left(title || ' ' || description, 5000)), '```.*?(```|$)', ' ', 'g'), '`[^`]*`|https?:\S*', ' ', 'g') AS prose
      FROM thread LEFT JOIN "user" ON "user".id = author_id) AS read,
    LATERAL (
      SELECT regexp_count(prose, '\m(the|and|to|of|is|in|that|it|for|you|with|this|what|how|are|my|i|not|on|have|which|does|was|be|or|but|an|from|your|can|we|they)\M') AS en,
             regexp_count(prose, '\m(el|la|los|las|de|que|y|en|un|una|es|por|con|para|se|lo|del|al|como|cómo|qué|mi|su|más|está|pero|tu|hay|sin|esto|muy|cuando)\M') + regexp_count(prose, '[¿¡ñ]') AS es) AS counted
 WHERE thread.id = read.id AND thread.language = 'en' AND (es > en OR es = en AND author_language = 'es');
DROP INDEX CONCURRENTLY IF EXISTS thread_language_latest;
CREATE INDEX CONCURRENTLY thread_language_latest ON thread (language, published_at DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_latest;
DROP INDEX CONCURRENTLY IF EXISTS thread_section_language_latest;
CREATE INDEX CONCURRENTLY thread_section_language_latest ON thread (section_id, language, published_at DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_section_latest;
DROP INDEX CONCURRENTLY IF EXISTS thread_language_active;
CREATE INDEX CONCURRENTLY thread_language_active ON thread (language, last_activity_at DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_active;
DROP INDEX CONCURRENTLY IF EXISTS thread_section_language_active;
CREATE INDEX CONCURRENTLY thread_section_language_active ON thread (section_id, language, last_activity_at DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_section_active;
DROP INDEX CONCURRENTLY IF EXISTS thread_language_popular;
CREATE INDEX CONCURRENTLY thread_language_popular ON thread (language, (likes - dislikes) DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_popular;
DROP INDEX CONCURRENTLY IF EXISTS thread_section_language_popular;
CREATE INDEX CONCURRENTLY thread_section_language_popular ON thread (section_id, language, (likes - dislikes) DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_section_popular;
DROP INDEX CONCURRENTLY IF EXISTS thread_language_discussed;
CREATE INDEX CONCURRENTLY thread_language_discussed ON thread (language, comment_count DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_discussed;
DROP INDEX CONCURRENTLY IF EXISTS thread_section_language_discussed;
CREATE INDEX CONCURRENTLY thread_section_language_discussed ON thread (section_id, language, comment_count DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS thread_section_discussed;
