-- The answer of a thread is shown in the thread and marks it in lists while it is public.
CREATE OR REPLACE FUNCTION invalidate_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'comment' THEN
    IF NOT EXISTS (SELECT FROM thread_answer WHERE comment_id = NEW.id) THEN RETURN NULL; END IF;
  END IF;
  PERFORM invalidate(ARRAY['thread:' || coalesce(NEW.thread_id, OLD.thread_id)]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER answer_marked AFTER INSERT OR UPDATE OR DELETE ON thread_answer FOR EACH ROW EXECUTE FUNCTION invalidate_answer();

CREATE OR REPLACE TRIGGER answer_shown AFTER UPDATE OF status, hidden_at, deleted_at ON comment FOR EACH ROW
  WHEN ((OLD.status, OLD.hidden_at, OLD.deleted_at) IS DISTINCT FROM (NEW.status, NEW.hidden_at, NEW.deleted_at))
  EXECUTE FUNCTION invalidate_answer();
