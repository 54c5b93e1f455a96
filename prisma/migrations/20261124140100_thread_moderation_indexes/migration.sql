-- not in a transaction
-- What is first in a section: few. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS thread_pinned;
CREATE INDEX CONCURRENTLY thread_pinned ON thread (section_id, pinned_at DESC, id DESC) WHERE pinned_at IS NOT NULL;
