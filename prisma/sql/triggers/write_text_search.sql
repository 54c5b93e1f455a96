CREATE OR REPLACE FUNCTION write_text_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('library.defer_search', true) = 'on' THEN
    DELETE FROM prompt_search WHERE prompt_id = NEW.prompt_id AND locale = NEW.locale;
  ELSE
    PERFORM write_search_rows(ARRAY[NEW.prompt_id], NEW.locale);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_text_search_insert AFTER INSERT ON prompt_text
  FOR EACH ROW WHEN (coalesce(current_setting('library.defer_search', true), '') <> 'on') EXECUTE FUNCTION write_text_search();

CREATE OR REPLACE TRIGGER prompt_text_search_update AFTER UPDATE ON prompt_text FOR EACH ROW
  WHEN ((OLD.title, OLD.short_description, OLD.content) IS DISTINCT FROM (NEW.title, NEW.short_description, NEW.content))
  EXECUTE FUNCTION write_text_search();
