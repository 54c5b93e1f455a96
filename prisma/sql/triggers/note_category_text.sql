-- A text sets the date of its item. The trigger's name sorts before those of the search, whose shared lock on the item this
-- one needs exclusively; otherwise two concurrent changes of texts would deadlock.
CREATE OR REPLACE FUNCTION note_category_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE category SET updated_at = now() WHERE id = coalesce(NEW.category_id, OLD.category_id) AND updated_at IS DISTINCT FROM now()::timestamptz(3);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_text_dated AFTER INSERT OR UPDATE OR DELETE ON category_text
  FOR EACH ROW EXECUTE FUNCTION note_category_text();
