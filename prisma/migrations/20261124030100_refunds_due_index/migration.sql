-- not in a transaction
-- Writers go on while it is built; a step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS "payment_refund_due_idx";
CREATE INDEX CONCURRENTLY "payment_refund_due_idx" ON "payment"("created_at" DESC, "id" DESC) WHERE "amount_refund_due" > "amount_refund_resolved" OR "refund_refusal" IS NOT NULL;
