-- Merges the count rows of a use case. Use cases that are being removed are skipped, because adding a row would wait for the
-- removal, which waits for these rows. The latest date is retained.
CREATE OR REPLACE FUNCTION merge_prompt_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH scattered AS MATERIALIZED (
    SELECT id FROM use_case
     WHERE id IN (SELECT use_case_id FROM prompt_count GROUP BY use_case_id HAVING count(*) > 1) FOR KEY SHARE SKIP LOCKED
  ), taken AS (
    DELETE FROM prompt_count WHERE id IN (
      SELECT id FROM prompt_count WHERE use_case_id IN (SELECT id FROM scattered) FOR UPDATE SKIP LOCKED)
    RETURNING use_case_id, prompts, free_prompts, changed_at
  )
  INSERT INTO prompt_count (use_case_id, prompts, free_prompts, changed_at)
  SELECT use_case_id, sum(prompts), sum(free_prompts), max(changed_at) FROM taken GROUP BY use_case_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_merged_count AFTER UPDATE OF use_case_id, required_tier, archived_at ON prompt FOR EACH STATEMENT
  EXECUTE FUNCTION merge_prompt_counts();
