-- An import defers search rows and dates its prompts in its own statement.
CREATE OR REPLACE FUNCTION note_prompt_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE prompt SET updated_at = now() WHERE id = coalesce(NEW.prompt_id, OLD.prompt_id) AND updated_at IS DISTINCT FROM now()::timestamptz(3);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_text_dated AFTER INSERT OR UPDATE OR DELETE ON prompt_text FOR EACH ROW
  WHEN (coalesce(current_setting('library.defer_search', true), '') <> 'on') EXECUTE FUNCTION note_prompt_text();
