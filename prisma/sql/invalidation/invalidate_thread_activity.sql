CREATE OR REPLACE FUNCTION invalidate_thread_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['thread:' || NEW.id, 'activity', 'activity:' || NEW.section_id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER thread_active AFTER UPDATE OF comment_count, likes, dislikes, last_activity_at ON thread FOR EACH ROW
  WHEN (NEW.status = 'published' AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL
    AND (OLD.comment_count, OLD.likes, OLD.dislikes, OLD.last_activity_at) IS DISTINCT FROM (NEW.comment_count, NEW.likes, NEW.dislikes, NEW.last_activity_at))
  EXECUTE FUNCTION invalidate_thread_activity();
