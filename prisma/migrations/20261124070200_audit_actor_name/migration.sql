-- not in a transaction
-- Finds what somebody did whose account is gone; whoever writes goes on meanwhile. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS "audit_entry_actor_name_idx";
CREATE INDEX CONCURRENTLY "audit_entry_actor_name_idx" ON "audit_entry" (lower("actor_name"), "actor_id");
