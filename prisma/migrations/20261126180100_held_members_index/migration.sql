-- not in a transaction
-- For the list of members who are held. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS user_held;
CREATE INDEX CONCURRENTLY user_held ON "user" (id DESC) WHERE held_at IS NOT NULL;
