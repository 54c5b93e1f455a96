-- "pipeline:N" when what is said of pipeline N changes, "pipelines" when what lists show of any does. The page of a pipeline
-- is made from its prompts too, and names their tags; lists do not, since these would be too many.
CREATE OR REPLACE FUNCTION invalidate_pipelines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'pipeline:' || id) || ARRAY['pipelines']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER pipeline_added AFTER INSERT ON pipeline
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipelines();

CREATE OR REPLACE TRIGGER pipeline_changed AFTER UPDATE ON pipeline
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipelines();

CREATE OR REPLACE TRIGGER pipeline_removed AFTER DELETE ON pipeline
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipelines();
