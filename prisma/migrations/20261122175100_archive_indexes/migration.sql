-- not in a transaction
-- Writers go on while these are built; a step that was interrupted is done anew. First as prompt_latest, with what tells
-- archived prompts, so that lists still run on the index alone.
DROP INDEX CONCURRENTLY IF EXISTS prompt_newest;
CREATE INDEX CONCURRENTLY prompt_newest ON prompt (use_case_id, created_at DESC, id DESC) INCLUDE (length_tag, model_ids, rating_avg, required_tier, archived_at);
DROP INDEX CONCURRENTLY IF EXISTS prompt_latest;

-- For those who look after the library: whatever they filter by, what is rare is found by an index, and what is common in order.
DROP INDEX CONCURRENTLY IF EXISTS prompt_facets;
CREATE INDEX CONCURRENTLY prompt_facets ON prompt USING gin (model_ids, tag_ids, gaps);
DROP INDEX CONCURRENTLY IF EXISTS prompt_by_tier;
CREATE INDEX CONCURRENTLY prompt_by_tier ON prompt (required_tier, id);
DROP INDEX CONCURRENTLY IF EXISTS prompt_archived;
CREATE INDEX CONCURRENTLY prompt_archived ON prompt (id) WHERE archived_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS prompt_without_gaps;
CREATE INDEX CONCURRENTLY prompt_without_gaps ON prompt (id) WHERE gaps IS NULL;
