-- not in a transaction
-- By which the comments of a thread are one notification. A step that was interrupted is done anew.
DROP INDEX CONCURRENTLY IF EXISTS notification_of_comments;
CREATE INDEX CONCURRENTLY notification_of_comments ON notification (user_id, thread_id, id) WHERE kind IN ('comment', 'followed_comment');
