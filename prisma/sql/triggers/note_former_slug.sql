-- A slug that an item gives up redirects to it and is reserved. The current slug is never a former one, so no redirect loops.
CREATE OR REPLACE FUNCTION note_former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_slug WHERE kind = TG_TABLE_NAME AND slug = NEW.slug AND item_id = NEW.id;
  IF EXISTS (SELECT FROM former_slug WHERE kind = TG_TABLE_NAME AND slug = NEW.slug) THEN
    RAISE unique_violation USING MESSAGE = 'the slug leads to another item', CONSTRAINT = 'former_slug_pkey';
  END IF;
  INSERT INTO former_slug (kind, slug, item_id) VALUES (TG_TABLE_NAME, OLD.slug, OLD.id)
    ON CONFLICT (kind, slug) DO UPDATE SET item_id = excluded.item_id, left_at = now();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_slug_left AFTER UPDATE OF slug ON category FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE OR REPLACE TRIGGER pipeline_slug_left AFTER UPDATE OF slug ON pipeline FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE OR REPLACE TRIGGER post_slug_left AFTER UPDATE OF slug ON post FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE OR REPLACE TRIGGER prompt_slug_left AFTER UPDATE OF slug ON prompt FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE OR REPLACE TRIGGER site_page_slug_left AFTER UPDATE OF slug ON site_page FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE OR REPLACE TRIGGER use_case_slug_left AFTER UPDATE OF slug ON use_case FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();
