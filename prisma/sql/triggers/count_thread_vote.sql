CREATE OR REPLACE FUNCTION count_thread_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_change (thread_id, likes, dislikes)
  VALUES (coalesce(NEW.thread_id, OLD.thread_id),
          coalesce((NEW.value = 1)::int, 0) - coalesce((OLD.value = 1)::int, 0),
          coalesce((NEW.value = -1)::int, 0) - coalesce((OLD.value = -1)::int, 0));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER thread_vote_counted AFTER INSERT OR DELETE OR UPDATE OF value ON thread_vote
  FOR EACH ROW EXECUTE FUNCTION count_thread_vote();
