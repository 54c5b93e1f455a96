-- A text dates its item. Named to come before the triggers of the search, which share the lock of the item that this takes
-- alone: two who change a text each then wait for one another, not both for ever.
CREATE OR REPLACE FUNCTION note_category_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE category SET updated_at = now() WHERE id = coalesce(NEW.category_id, OLD.category_id) AND updated_at IS DISTINCT FROM now()::timestamptz(3);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_text_dated AFTER INSERT OR UPDATE OR DELETE ON category_text
  FOR EACH ROW EXECUTE FUNCTION note_category_text();
