CREATE OR REPLACE FUNCTION forget_comment_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE comment SET likes = 0, dislikes = 0 WHERE likes <> 0 OR dislikes <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER comment_vote_emptied AFTER TRUNCATE ON comment_vote EXECUTE FUNCTION forget_comment_votes();
