-- A prompt appears in lists once it has a text.
CREATE OR REPLACE FUNCTION invalidate_prompt_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'prompt:' || prompt_id)) FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'INSERT' THEN
    PERFORM invalidate(array_agg(DISTINCT 'prompts:' || use_case_id)) FROM changed_rows JOIN prompt ON prompt.id = prompt_id HAVING count(*) > 0;
  END IF;
  IF EXISTS (SELECT FROM pipeline_step WHERE prompt_id IN (SELECT prompt_id FROM changed_rows)) THEN
    PERFORM invalidate(ARRAY['pipelines']);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_outline_changed AFTER UPDATE ON prompt_outline
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_texts();

CREATE OR REPLACE TRIGGER prompt_text_added AFTER INSERT ON prompt_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_texts();

CREATE OR REPLACE TRIGGER prompt_text_changed AFTER UPDATE ON prompt_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_texts();

CREATE OR REPLACE TRIGGER prompt_text_removed AFTER DELETE ON prompt_text
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_texts();
