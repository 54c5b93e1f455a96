-- "pipeline:N": the texts of pipeline N changed. "pipelines": the lists changed. The page of a pipeline also has the tags of
-- its prompts; lists do not, because these would be too many.
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
