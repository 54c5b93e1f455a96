-- Nobody waits: if another transaction has locked the row of a use case, a second row is added and used by later writers.
-- Archived prompts are not counted; those of archived use cases and categories are left out where these are.
CREATE OR REPLACE FUNCTION count_prompts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  direction int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  WITH change AS MATERIALIZED (
    SELECT use_case_id, direction * count(*) AS prompts, direction * count(*) FILTER (WHERE required_tier = 0) AS free_prompts
      FROM changed_rows WHERE archived_at IS NULL GROUP BY use_case_id
  ), unheld AS MATERIALIZED (
    SELECT kept.id, change.* FROM change, LATERAL (
      SELECT id FROM prompt_count WHERE use_case_id = change.use_case_id LIMIT 1 FOR UPDATE SKIP LOCKED) AS kept
  ), changed AS (
    UPDATE prompt_count SET prompts = prompt_count.prompts + unheld.prompts, free_prompts = prompt_count.free_prompts + unheld.free_prompts
      FROM unheld WHERE prompt_count.id = unheld.id RETURNING prompt_count.use_case_id
  )
  INSERT INTO prompt_count (use_case_id, prompts, free_prompts)
  SELECT * FROM change WHERE NOT EXISTS (SELECT FROM changed WHERE changed.use_case_id = change.use_case_id);
  PERFORM invalidate_prompt_counts(ARRAY(SELECT DISTINCT use_case_id FROM changed_rows));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_added_count AFTER INSERT ON prompt
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_prompts();

CREATE OR REPLACE TRIGGER prompt_removed_count AFTER DELETE ON prompt
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_prompts();
