CREATE OR REPLACE FUNCTION follow_category_tier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM follow_tier(ARRAY(SELECT prompt.id FROM prompt JOIN use_case ON use_case.id = use_case_id WHERE category_id = NEW.id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_tier_search AFTER UPDATE OF required_tier, archived_at ON category FOR EACH ROW
  WHEN ((OLD.required_tier, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.required_tier, NEW.archived_at IS NULL))
  EXECUTE FUNCTION follow_category_tier();
