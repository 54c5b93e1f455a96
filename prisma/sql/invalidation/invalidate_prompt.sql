-- A prompt that becomes free, paid, archived or deleted enters or leaves lists, as do the pipelines that contain it.
CREATE OR REPLACE FUNCTION invalidate_prompt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['prompt:' || NEW.id] || CASE
    WHEN (OLD.use_case_id, OLD.created_at, OLD.length_tag, OLD.model_ids, OLD.slug, OLD.required_tier = 0, OLD.archived_at IS NULL)
      IS DISTINCT FROM (NEW.use_case_id, NEW.created_at, NEW.length_tag, NEW.model_ids, NEW.slug, NEW.required_tier = 0, NEW.archived_at IS NULL)
    THEN ARRAY['prompts:' || OLD.use_case_id, 'prompts:' || NEW.use_case_id] END || CASE
    WHEN EXISTS (SELECT FROM pipeline_step WHERE prompt_id = NEW.id) THEN ARRAY['pipelines'] END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_changed AFTER UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, created_at, archived_at, test_records
  ON prompt FOR EACH ROW
  WHEN ((OLD.slug, OLD.use_case_id, OLD.required_tier, OLD.length_tag, OLD.model_ids, OLD.tag_ids, OLD.created_at, OLD.archived_at IS NULL, OLD.test_records)
    IS DISTINCT FROM (NEW.slug, NEW.use_case_id, NEW.required_tier, NEW.length_tag, NEW.model_ids, NEW.tag_ids, NEW.created_at, NEW.archived_at IS NULL, NEW.test_records))
  EXECUTE FUNCTION invalidate_prompt();
