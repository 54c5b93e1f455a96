CREATE OR REPLACE FUNCTION remove_prompt_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prompt_search WHERE prompt_id = OLD.prompt_id AND locale = OLD.locale;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_text_search_delete AFTER DELETE ON prompt_text
  FOR EACH ROW EXECUTE FUNCTION remove_prompt_search();
