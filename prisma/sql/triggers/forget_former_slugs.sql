-- Former slugs of a removed item are deleted, so other items can use them.
CREATE OR REPLACE FUNCTION forget_former_slugs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_slug USING removed_rows WHERE kind = TG_TABLE_NAME AND item_id = removed_rows.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_slugs_forgotten AFTER DELETE ON category
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE OR REPLACE TRIGGER pipeline_slugs_forgotten AFTER DELETE ON pipeline
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE OR REPLACE TRIGGER post_slugs_forgotten AFTER DELETE ON post
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE OR REPLACE TRIGGER prompt_slugs_forgotten AFTER DELETE ON prompt
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE OR REPLACE TRIGGER site_page_slugs_forgotten AFTER DELETE ON site_page
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE OR REPLACE TRIGGER thread_slugs_forgotten AFTER DELETE ON thread
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();

CREATE OR REPLACE TRIGGER use_case_slugs_forgotten AFTER DELETE ON use_case
  REFERENCING OLD TABLE AS removed_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_former_slugs();
