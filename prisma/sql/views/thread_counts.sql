-- Exact counts: the thread's row plus its rows in thread_change, which a job adds to the thread.
CREATE OR REPLACE VIEW thread_counts AS
  SELECT thread.id,
         (thread.comment_count + coalesce(change.comments, 0))::int AS comment_count,
         (thread.likes + coalesce(change.likes, 0))::int AS likes,
         (thread.dislikes + coalesce(change.dislikes, 0))::int AS dislikes
    FROM thread, LATERAL (SELECT sum(comments) AS comments, sum(likes) AS likes, sum(dislikes) AS dislikes
                            FROM thread_change WHERE thread_id = thread.id) AS change;
