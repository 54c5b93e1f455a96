CREATE OR REPLACE FUNCTION invalidate_use_case_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'use_case:' || use_case_id) || array_agg(DISTINCT 'use_cases:' || use_case.category_id) || ARRAY['use_cases'])
     FROM changed_rows LEFT JOIN use_case ON use_case.id = use_case_id HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER use_case_text_added AFTER INSERT ON use_case_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_use_case_texts();

CREATE OR REPLACE TRIGGER use_case_text_changed AFTER UPDATE ON use_case_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_use_case_texts();

CREATE OR REPLACE TRIGGER use_case_text_removed AFTER DELETE ON use_case_text
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_use_case_texts();
