CREATE OR REPLACE FUNCTION follow_gaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE prompt SET gaps = found.gaps
    FROM (SELECT prompt_id, gaps_of(prompt_id) AS gaps FROM (SELECT DISTINCT prompt_id FROM changed_rows ORDER BY 1) AS touched) AS found
   WHERE prompt.id = found.prompt_id AND prompt.gaps IS DISTINCT FROM found.gaps;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_text_added_gaps AFTER INSERT ON prompt_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_gaps();

CREATE OR REPLACE TRIGGER prompt_text_changed_gaps AFTER UPDATE ON prompt_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_gaps();

CREATE OR REPLACE TRIGGER prompt_text_removed_gaps AFTER DELETE ON prompt_text
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_gaps();
