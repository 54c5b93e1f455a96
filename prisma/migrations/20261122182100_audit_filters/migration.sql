-- not in a transaction
-- For the filters of the log; whoever writes goes on meanwhile. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS "audit_entry_kind_at_id_idx";
CREATE INDEX CONCURRENTLY "audit_entry_kind_at_id_idx" ON "audit_entry" ("kind", "at" DESC, "id" DESC);
DROP INDEX CONCURRENTLY IF EXISTS "audit_entry_action_at_id_idx";
CREATE INDEX CONCURRENTLY "audit_entry_action_at_id_idx" ON "audit_entry" ("action", "at" DESC, "id" DESC);
DROP INDEX CONCURRENTLY IF EXISTS "audit_entry_actor_id_at_id_idx";
CREATE INDEX CONCURRENTLY "audit_entry_actor_id_at_id_idx" ON "audit_entry" ("actor_id", "at" DESC, "id" DESC);
