CREATE OR REPLACE FUNCTION note_use_case_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE use_case SET updated_at = now() WHERE id = coalesce(NEW.use_case_id, OLD.use_case_id) AND updated_at IS DISTINCT FROM now()::timestamptz(3);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER use_case_text_dated AFTER INSERT OR UPDATE OR DELETE ON use_case_text
  FOR EACH ROW EXECUTE FUNCTION note_use_case_text();
