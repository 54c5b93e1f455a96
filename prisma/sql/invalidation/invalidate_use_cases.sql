-- A use case appears in its own responses, in the lists of its former and present category, and in the list of all.
CREATE OR REPLACE FUNCTION invalidate_use_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'use_case:' || id) || array_agg(DISTINCT 'use_cases:' || category_id) || ARRAY['use_cases'])
     FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'UPDATE' THEN
    PERFORM invalidate(array_agg(DISTINCT 'use_cases:' || category_id)) FROM old_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER use_case_added AFTER INSERT ON use_case
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_use_cases();

CREATE OR REPLACE TRIGGER use_case_changed AFTER UPDATE ON use_case
  REFERENCING NEW TABLE AS changed_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_use_cases();

CREATE OR REPLACE TRIGGER use_case_removed AFTER DELETE ON use_case
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_use_cases();
