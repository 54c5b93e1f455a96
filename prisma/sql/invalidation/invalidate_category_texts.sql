CREATE OR REPLACE FUNCTION invalidate_category_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'category:' || category_id) || ARRAY['categories']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER category_text_added AFTER INSERT ON category_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_category_texts();

CREATE OR REPLACE TRIGGER category_text_changed AFTER UPDATE ON category_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_category_texts();

CREATE OR REPLACE TRIGGER category_text_removed AFTER DELETE ON category_text
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_category_texts();
