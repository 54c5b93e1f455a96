-- Locks threads by id, like every other writer of several threads.
CREATE OR REPLACE FUNCTION fold_thread_changes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM thread_change) OR NOT pg_try_advisory_xact_lock(7210317) THEN RETURN; END IF;
  WITH taken AS (
    DELETE FROM thread_change RETURNING *
  ), summed AS (
    SELECT thread_id, sum(comments)::int AS comments, sum(likes)::int AS likes, sum(dislikes)::int AS dislikes, max(active_at) AS active_at
      FROM taken GROUP BY thread_id
  ), locked AS (
    SELECT id FROM thread WHERE id IN (SELECT thread_id FROM summed) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE thread
     SET comment_count = comment_count + summed.comments,
         likes = thread.likes + summed.likes,
         dislikes = thread.dislikes + summed.dislikes,
         last_activity_at = greatest(last_activity_at, summed.active_at)
    FROM summed JOIN locked ON locked.id = summed.thread_id WHERE thread.id = summed.thread_id;
END $$;
