-- not in a transaction
-- What the purges look for: of the audit log since it keeps texts of the forum too. Writers go on while these are built; a
-- step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS audit_entry_long_texts;
CREATE INDEX CONCURRENTLY audit_entry_long_texts ON audit_entry (at)
  WHERE kind IN ('prompt', 'pipeline', 'post', 'thread', 'comment', 'report') AND (before IS NOT NULL OR after IS NOT NULL);
DROP INDEX CONCURRENTLY IF EXISTS audit_entry_texts;
DROP INDEX CONCURRENTLY IF EXISTS "stripe_attempt_updated_at_idx";
CREATE INDEX CONCURRENTLY "stripe_attempt_updated_at_idx" ON "stripe_attempt"("updated_at");
