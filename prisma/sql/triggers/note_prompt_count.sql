-- A trigger with columns has no transition tables, and a trigger without columns would also run for each rating. So rows are
-- noted one by one and merged at the end of the statement.
CREATE OR REPLACE FUNCTION note_prompt_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO prompt_count (use_case_id, prompts, free_prompts)
  VALUES (OLD.use_case_id, -(OLD.archived_at IS NULL)::int, -(OLD.archived_at IS NULL AND OLD.required_tier = 0)::int),
         (NEW.use_case_id, (NEW.archived_at IS NULL)::int, (NEW.archived_at IS NULL AND NEW.required_tier = 0)::int);
  PERFORM invalidate_prompt_counts(ARRAY[OLD.use_case_id, NEW.use_case_id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_changed_count AFTER UPDATE OF use_case_id, required_tier, archived_at ON prompt FOR EACH ROW
  WHEN ((OLD.use_case_id, OLD.required_tier = 0, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.use_case_id, NEW.required_tier = 0, NEW.archived_at IS NULL))
  EXECUTE FUNCTION note_prompt_count();
