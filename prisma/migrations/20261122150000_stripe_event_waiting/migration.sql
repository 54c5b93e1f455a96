-- not in a transaction
-- What waits is looked for after each event and by each reconciliation, and is a handful among all that were processed.
DROP INDEX CONCURRENTLY IF EXISTS stripe_event_waiting_idx;
CREATE INDEX CONCURRENTLY stripe_event_waiting_idx ON stripe_event (customer_id, id) WHERE processed_at IS NULL;
