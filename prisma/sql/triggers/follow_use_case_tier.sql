CREATE OR REPLACE FUNCTION follow_use_case_tier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM category WHERE id = NEW.category_id FOR SHARE;
  PERFORM follow_tier(ARRAY(SELECT id FROM prompt WHERE use_case_id = NEW.id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER use_case_tier_search AFTER UPDATE OF required_tier, category_id, archived_at ON use_case FOR EACH ROW
  WHEN ((OLD.required_tier, OLD.category_id, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.required_tier, NEW.category_id, NEW.archived_at IS NULL))
  EXECUTE FUNCTION follow_use_case_tier();
