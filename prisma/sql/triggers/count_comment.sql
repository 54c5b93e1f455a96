CREATE OR REPLACE FUNCTION count_comment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was int := (TG_OP <> 'INSERT' AND OLD.status = 'published' AND OLD.hidden_at IS NULL AND OLD.deleted_at IS NULL)::int;
  counts int := (TG_OP <> 'DELETE' AND NEW.status = 'published' AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL)::int;
BEGIN
  IF counts <> was THEN
    INSERT INTO thread_change (thread_id, comments, active_at)
    VALUES (coalesce(NEW.thread_id, OLD.thread_id), counts - was, CASE WHEN counts > was THEN NEW.created_at END);
    IF coalesce(NEW.branch_id, OLD.branch_id) IS NOT NULL THEN
      UPDATE comment SET reply_count = reply_count + counts - was WHERE id = coalesce(NEW.branch_id, OLD.branch_id);
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER comment_counted AFTER INSERT OR DELETE OR UPDATE OF status, hidden_at, deleted_at ON comment
  FOR EACH ROW EXECUTE FUNCTION count_comment();
