-- CreateTable
CREATE TABLE "former_slug" (
    "kind" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_slug_pkey" PRIMARY KEY ("kind","slug")
);

-- CreateIndex
CREATE INDEX "former_slug_kind_item_id_idx" ON "former_slug"("kind", "item_id");

-- An address that an item leaves leads to it from then on, and is nobody else's; the one that it has now is never a former
-- one of its own, so that no address leads in a circle.
CREATE FUNCTION note_former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_slug WHERE kind = TG_TABLE_NAME AND slug = NEW.slug AND item_id = NEW.id;
  IF EXISTS (SELECT FROM former_slug WHERE kind = TG_TABLE_NAME AND slug = NEW.slug) THEN
    RAISE unique_violation USING MESSAGE = 'the slug leads to another item', CONSTRAINT = 'former_slug_pkey';
  END IF;
  INSERT INTO former_slug (kind, slug, item_id) VALUES (TG_TABLE_NAME, OLD.slug, OLD.id)
    ON CONFLICT (kind, slug) DO UPDATE SET item_id = excluded.item_id, left_at = now();
  RETURN NULL;
END $$;

CREATE TRIGGER category_slug_left AFTER UPDATE OF slug ON category FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE TRIGGER pipeline_slug_left AFTER UPDATE OF slug ON pipeline FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE TRIGGER post_slug_left AFTER UPDATE OF slug ON post FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE TRIGGER prompt_slug_left AFTER UPDATE OF slug ON prompt FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE TRIGGER site_page_slug_left AFTER UPDATE OF slug ON site_page FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

CREATE TRIGGER use_case_slug_left AFTER UPDATE OF slug ON use_case FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION note_former_slug();

-- Nothing new takes an address that leads to something else.
CREATE FUNCTION refuse_former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added_rows JOIN former_slug ON kind = TG_TABLE_NAME AND former_slug.slug = added_rows.slug) THEN
    RAISE unique_violation USING MESSAGE = 'the slug leads to another item', CONSTRAINT = 'former_slug_pkey';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER category_slug_taken AFTER INSERT ON category
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE TRIGGER pipeline_slug_taken AFTER INSERT ON pipeline
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE TRIGGER post_slug_taken AFTER INSERT ON post
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE TRIGGER prompt_slug_taken AFTER INSERT ON prompt
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE TRIGGER site_page_slug_taken AFTER INSERT ON site_page
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE TRIGGER use_case_slug_taken AFTER INSERT ON use_case
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

-- What is gone leads nowhere, and leaves its addresses to others.
CREATE FUNCTION forget_former_slugs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_slug USING removed_rows WHERE kind = TG_TABLE_NAME AND item_id = removed_rows.id;
  RETURN NULL;
END $$;

CREATE TRIGGER category_slugs_forgotten AFTER DELETE ON category
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE TRIGGER pipeline_slugs_forgotten AFTER DELETE ON pipeline
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE TRIGGER post_slugs_forgotten AFTER DELETE ON post
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE TRIGGER prompt_slugs_forgotten AFTER DELETE ON prompt
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE TRIGGER site_page_slugs_forgotten AFTER DELETE ON site_page
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE TRIGGER use_case_slugs_forgotten AFTER DELETE ON use_case
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();
