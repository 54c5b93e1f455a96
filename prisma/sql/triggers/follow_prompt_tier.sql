CREATE OR REPLACE FUNCTION follow_prompt_tier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM use_case WHERE id = NEW.use_case_id FOR SHARE;
  PERFORM FROM category WHERE id = (SELECT category_id FROM use_case WHERE id = NEW.use_case_id) FOR SHARE;
  PERFORM follow_tier(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_tier_search AFTER UPDATE OF required_tier, use_case_id, archived_at ON prompt FOR EACH ROW
  WHEN ((OLD.required_tier, OLD.use_case_id, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.required_tier, NEW.use_case_id, NEW.archived_at IS NULL))
  EXECUTE FUNCTION follow_prompt_tier();
