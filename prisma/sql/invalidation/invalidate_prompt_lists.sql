-- "prompts:N": the lists of use case N or their order by date changed. "ratings:N": its ratings changed.
CREATE OR REPLACE FUNCTION invalidate_prompt_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'prompts:' || use_case_id)) FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'DELETE' THEN
    PERFORM invalidate(array_agg('prompt:' || id)) FROM changed_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_added AFTER INSERT ON prompt
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_lists();

CREATE OR REPLACE TRIGGER prompt_removed AFTER DELETE ON prompt
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_lists();
