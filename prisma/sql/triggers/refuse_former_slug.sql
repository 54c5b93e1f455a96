-- Refuses a slug that redirects to another item.
CREATE OR REPLACE FUNCTION refuse_former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added_rows JOIN former_slug ON kind = TG_TABLE_NAME AND former_slug.slug = added_rows.slug) THEN
    RAISE unique_violation USING MESSAGE = 'the slug leads to another item', CONSTRAINT = 'former_slug_pkey';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_slug_taken AFTER INSERT ON category
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE OR REPLACE TRIGGER pipeline_slug_taken AFTER INSERT ON pipeline
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE OR REPLACE TRIGGER post_slug_taken AFTER INSERT ON post
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE OR REPLACE TRIGGER prompt_slug_taken AFTER INSERT ON prompt
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE OR REPLACE TRIGGER site_page_slug_taken AFTER INSERT ON site_page
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();

CREATE OR REPLACE TRIGGER use_case_slug_taken AFTER INSERT ON use_case
  REFERENCING NEW TABLE AS added_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_slug();
