-- not in a transaction
-- Writers go on while these are built; a step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS "payment_created_at_id_idx";
CREATE INDEX CONCURRENTLY "payment_created_at_id_idx" ON "payment"("created_at" DESC, "id" DESC);
DROP INDEX CONCURRENTLY IF EXISTS "stripe_event_payment_intent_idx";
CREATE INDEX CONCURRENTLY "stripe_event_payment_intent_idx" ON "stripe_event"("payment_intent");
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entry_event_id_idx";
CREATE INDEX CONCURRENTLY "ledger_entry_event_id_idx" ON "ledger_entry"("event_id");
DROP INDEX CONCURRENTLY IF EXISTS "stripe_event_waiting_since_idx";
CREATE INDEX CONCURRENTLY "stripe_event_waiting_since_idx" ON "stripe_event"("received_at" DESC, "id" DESC) WHERE "processed_at" IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS "payment_disputed_idx";
CREATE INDEX CONCURRENTLY "payment_disputed_idx" ON "payment"("created_at" DESC, "id" DESC) WHERE "dispute_status" IS NOT NULL;
