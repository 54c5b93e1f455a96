-- Runs per statement and locks by id, because two accounts removed at once may have voted for the same comments.
CREATE OR REPLACE FUNCTION count_comment_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM FROM comment WHERE id IN (SELECT comment_id FROM old_rows) ORDER BY id FOR NO KEY UPDATE;
    UPDATE comment SET likes = comment.likes - added.likes, dislikes = comment.dislikes - added.dislikes
      FROM (SELECT comment_id, count(*) FILTER (WHERE value = 1)::int AS likes, count(*) FILTER (WHERE value = -1)::int AS dislikes
              FROM old_rows GROUP BY comment_id) AS added WHERE id = added.comment_id;
  ELSE
    PERFORM FROM comment WHERE id IN (SELECT comment_id FROM new_rows) ORDER BY id FOR NO KEY UPDATE;
    UPDATE comment SET likes = comment.likes + added.likes, dislikes = comment.dislikes + added.dislikes
      FROM (SELECT comment_id, count(*) FILTER (WHERE value = 1)::int AS likes, count(*) FILTER (WHERE value = -1)::int AS dislikes
              FROM new_rows GROUP BY comment_id) AS added WHERE id = added.comment_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER comment_vote_added AFTER INSERT ON comment_vote
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_comment_votes();

CREATE OR REPLACE TRIGGER comment_vote_removed AFTER DELETE ON comment_vote
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_comment_votes();
