CREATE OR REPLACE FUNCTION note_pipeline_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pipeline SET updated_at = now() WHERE id = coalesce(NEW.pipeline_id, OLD.pipeline_id) AND updated_at IS DISTINCT FROM now()::timestamptz(3);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER pipeline_step_dated AFTER INSERT OR UPDATE OR DELETE ON pipeline_step
  FOR EACH ROW EXECUTE FUNCTION note_pipeline_part();

CREATE OR REPLACE TRIGGER pipeline_step_text_dated AFTER INSERT OR UPDATE OR DELETE ON pipeline_step_text
  FOR EACH ROW EXECUTE FUNCTION note_pipeline_part();

CREATE OR REPLACE TRIGGER pipeline_text_dated AFTER INSERT OR UPDATE OR DELETE ON pipeline_text
  FOR EACH ROW EXECUTE FUNCTION note_pipeline_part();
