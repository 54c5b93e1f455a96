-- Sets the date of an item's last change, by any program. Ratings do not count.
CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER category_dated BEFORE UPDATE OF slug, functional_group_id, required_tier ON category FOR EACH ROW
  WHEN ((OLD.slug, OLD.functional_group_id, OLD.required_tier) IS DISTINCT FROM (NEW.slug, NEW.functional_group_id, NEW.required_tier))
  EXECUTE FUNCTION note_change();

CREATE OR REPLACE TRIGGER pipeline_dated BEFORE UPDATE OF slug, required_tier, archived_at ON pipeline FOR EACH ROW
  WHEN ((OLD.slug, OLD.required_tier, OLD.archived_at) IS DISTINCT FROM (NEW.slug, NEW.required_tier, NEW.archived_at))
  EXECUTE FUNCTION note_change();

CREATE OR REPLACE TRIGGER prompt_dated BEFORE UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids ON prompt
  FOR EACH ROW
  WHEN ((OLD.slug, OLD.use_case_id, OLD.required_tier, OLD.length_tag, OLD.model_ids, OLD.tag_ids)
    IS DISTINCT FROM (NEW.slug, NEW.use_case_id, NEW.required_tier, NEW.length_tag, NEW.model_ids, NEW.tag_ids))
  EXECUTE FUNCTION note_change();

CREATE OR REPLACE TRIGGER use_case_dated BEFORE UPDATE OF slug, category_id, required_tier, archived_at ON use_case FOR EACH ROW
  WHEN ((OLD.slug, OLD.category_id, OLD.required_tier, OLD.archived_at) IS DISTINCT FROM (NEW.slug, NEW.category_id, NEW.required_tier, NEW.archived_at))
  EXECUTE FUNCTION note_change();
