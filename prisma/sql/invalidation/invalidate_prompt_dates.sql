-- The list of all prompts with their dates is invalidated at most once a second, however much is imported.
CREATE OR REPLACE FUNCTION invalidate_prompt_dates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['prompt_dates'], date_trunc('second', now()) + interval '1 second');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_archived_dates AFTER UPDATE OF archived_at ON category
  FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_dates();

CREATE OR REPLACE TRIGGER prompt_dates_changed AFTER INSERT OR DELETE OR UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, created_at, updated_at, archived_at
  ON prompt FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_dates();

CREATE OR REPLACE TRIGGER use_case_archived_dates AFTER UPDATE OF archived_at, category_id ON use_case
  FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_dates();
