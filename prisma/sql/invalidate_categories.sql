-- A category's page changes with what it lists: what was added has a date of its own, what has left is noted here. A date
-- alone drops nothing that was made from the category.
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
