CREATE OR REPLACE FUNCTION empty_thread_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM thread_change;
  UPDATE thread SET comment_count = (SELECT count(*) FROM comment WHERE thread_id = thread.id AND status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL),
         likes = (SELECT count(*) FROM thread_vote WHERE thread_id = thread.id AND value = 1),
         dislikes = (SELECT count(*) FROM thread_vote WHERE thread_id = thread.id AND value = -1);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER comment_emptied AFTER TRUNCATE ON comment EXECUTE FUNCTION empty_thread_counts();

CREATE OR REPLACE TRIGGER thread_vote_emptied AFTER TRUNCATE ON thread_vote EXECUTE FUNCTION empty_thread_counts();
