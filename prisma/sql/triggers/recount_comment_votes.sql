CREATE OR REPLACE FUNCTION recount_comment_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM comment WHERE id IN (SELECT comment_id FROM new_rows) ORDER BY id FOR NO KEY UPDATE;
  UPDATE comment SET likes = comment.likes + added.likes, dislikes = comment.dislikes + added.dislikes
    FROM (SELECT comment_id, sum((now.value = 1)::int - (was.value = 1)::int)::int AS likes, sum((now.value = -1)::int - (was.value = -1)::int)::int AS dislikes
            FROM new_rows AS now JOIN old_rows AS was USING (comment_id, user_id) GROUP BY comment_id) AS added
   WHERE id = added.comment_id AND (added.likes, added.dislikes) <> (0, 0);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER comment_vote_changed AFTER UPDATE ON comment_vote
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION recount_comment_votes();
