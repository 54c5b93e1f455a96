CREATE OR REPLACE FUNCTION note_use_case_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('library.only_date', 'on', true);
  UPDATE category SET updated_at = now() WHERE id = OLD.category_id;
  PERFORM set_config('library.only_date', 'off', true);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER use_case_moved_dated AFTER UPDATE OF category_id ON use_case FOR EACH ROW
  WHEN (OLD.category_id <> NEW.category_id) EXECUTE FUNCTION note_use_case_left();

CREATE OR REPLACE TRIGGER use_case_removed_dated AFTER DELETE ON use_case FOR EACH ROW EXECUTE FUNCTION note_use_case_left();
