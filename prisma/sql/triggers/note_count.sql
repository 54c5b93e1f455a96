-- A use case's page changes with the number of its prompts. Its row is not locked for that.
CREATE OR REPLACE FUNCTION note_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER prompt_count_dated BEFORE UPDATE ON prompt_count FOR EACH ROW EXECUTE FUNCTION note_count();
