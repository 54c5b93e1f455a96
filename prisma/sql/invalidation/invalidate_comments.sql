-- Comment tags are published at the end of the second, so a page is dropped once for several comments.
CREATE OR REPLACE FUNCTION invalidate_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['comments:' || coalesce(NEW.thread_id, OLD.thread_id)], date_trunc('second', now()) + interval '1 second');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER comment_added AFTER INSERT OR DELETE ON comment FOR EACH ROW EXECUTE FUNCTION invalidate_comments();

CREATE OR REPLACE TRIGGER comment_changed AFTER UPDATE OF author_id, body_html, status, edited_at, hidden_at, deleted_at, is_removed, likes, dislikes, reply_count
  ON comment FOR EACH ROW EXECUTE FUNCTION invalidate_comments();
