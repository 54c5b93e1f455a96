-- Whoever writes in a busy thread adds a row to thread_change and waits for nobody; a job folds these into the thread.
CREATE OR REPLACE VIEW thread_counts AS
  SELECT thread.id,
         (thread.comment_count + coalesce(change.comments, 0))::int AS comment_count,
         (thread.likes + coalesce(change.likes, 0))::int AS likes,
         (thread.dislikes + coalesce(change.dislikes, 0))::int AS dislikes
    FROM thread, LATERAL (SELECT sum(comments) AS comments, sum(likes) AS likes, sum(dislikes) AS dislikes
                            FROM thread_change WHERE thread_id = thread.id) AS change;
