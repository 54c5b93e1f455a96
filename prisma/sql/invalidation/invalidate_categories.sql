-- A category's page has the date of its latest change: additions have dates of their own, removals are noted here. The
-- date alone invalidates nothing.
CREATE OR REPLACE FUNCTION invalidate_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('library.only_date', true), '') = 'on' THEN RETURN NULL; END IF;
  PERFORM invalidate(array_agg(DISTINCT 'category:' || id) || ARRAY['categories']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_added AFTER INSERT ON category
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_categories();

CREATE OR REPLACE TRIGGER category_changed AFTER UPDATE ON category
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_categories();

CREATE OR REPLACE TRIGGER category_removed AFTER DELETE ON category
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_categories();
