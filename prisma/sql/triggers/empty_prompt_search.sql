CREATE OR REPLACE FUNCTION empty_prompt_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prompt_search;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_text_search_empty AFTER TRUNCATE ON prompt_text EXECUTE FUNCTION empty_prompt_search();
