-- not in a transaction
-- What the purges look for. Writers go on while these are built; a step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS "session_created_at_idx";
CREATE INDEX CONCURRENTLY "session_created_at_idx" ON "session"("created_at");
DROP INDEX CONCURRENTLY IF EXISTS "checkout_expires_at_idx";
CREATE INDEX CONCURRENTLY "checkout_expires_at_idx" ON "checkout"("expires_at");
DROP INDEX CONCURRENTLY IF EXISTS "price_notice_effective_from_idx";
CREATE INDEX CONCURRENTLY "price_notice_effective_from_idx" ON "price_notice"("effective_from");
DROP INDEX CONCURRENTLY IF EXISTS notification_read_since;
CREATE INDEX CONCURRENTLY notification_read_since ON notification (created_at) WHERE read_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS notification_unread_since;
CREATE INDEX CONCURRENTLY notification_unread_since ON notification (created_at) WHERE read_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS audit_entry_texts;
CREATE INDEX CONCURRENTLY audit_entry_texts ON audit_entry (at)
  WHERE kind IN ('prompt', 'pipeline', 'post') AND (before IS NOT NULL OR after IS NOT NULL);
