CREATE OR REPLACE FUNCTION forget_prompt_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prompt_count;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_emptied_count AFTER TRUNCATE ON prompt EXECUTE FUNCTION forget_prompt_counts();
