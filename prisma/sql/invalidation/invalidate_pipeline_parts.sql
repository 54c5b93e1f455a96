CREATE OR REPLACE FUNCTION invalidate_pipeline_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'pipeline:' || pipeline_id) || ARRAY['pipelines']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER pipeline_step_added AFTER INSERT ON pipeline_step
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();

CREATE OR REPLACE TRIGGER pipeline_step_changed AFTER UPDATE ON pipeline_step
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();

CREATE OR REPLACE TRIGGER pipeline_step_removed AFTER DELETE ON pipeline_step
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();

CREATE OR REPLACE TRIGGER pipeline_step_text_added AFTER INSERT ON pipeline_step_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();

CREATE OR REPLACE TRIGGER pipeline_step_text_changed AFTER UPDATE ON pipeline_step_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();

CREATE OR REPLACE TRIGGER pipeline_step_text_removed AFTER DELETE ON pipeline_step_text
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();

CREATE OR REPLACE TRIGGER pipeline_text_added AFTER INSERT ON pipeline_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();

CREATE OR REPLACE TRIGGER pipeline_text_changed AFTER UPDATE ON pipeline_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();

CREATE OR REPLACE TRIGGER pipeline_text_removed AFTER DELETE ON pipeline_text
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
