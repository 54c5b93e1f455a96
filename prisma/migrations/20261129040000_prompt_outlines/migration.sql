CREATE TABLE "prompt_outline" (
    "prompt_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "inputs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "word_count" INTEGER,
    "is_current" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "prompt_outline_pkey" PRIMARY KEY ("prompt_id","locale")
);
CREATE INDEX prompt_outline_outdated ON prompt_outline (prompt_id) WHERE NOT is_current;

-- Outlines are computed by the server, which knows the rules of placeholders. A job computes those that a writer has left.
CREATE OR REPLACE FUNCTION follow_outline() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO prompt_outline (prompt_id, locale) SELECT prompt_id, locale FROM changed_rows
        ON CONFLICT (prompt_id, locale) DO UPDATE SET is_current = false;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE prompt_outline AS outline SET is_current = false FROM changed_rows AS text JOIN former_rows AS former USING (prompt_id, locale)
     WHERE outline.prompt_id = text.prompt_id AND outline.locale = text.locale
       AND (former.content, former.labels) IS DISTINCT FROM (text.content, text.labels);
  ELSE
    DELETE FROM prompt_outline AS outline USING changed_rows AS text WHERE outline.prompt_id = text.prompt_id AND outline.locale = text.locale;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_text_added_outline AFTER INSERT ON prompt_text
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_outline();

CREATE OR REPLACE TRIGGER prompt_text_changed_outline AFTER UPDATE ON prompt_text
  REFERENCING OLD TABLE AS former_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_outline();

CREATE OR REPLACE TRIGGER prompt_text_removed_outline AFTER DELETE ON prompt_text
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_outline();

CREATE OR REPLACE TRIGGER prompt_outline_changed AFTER UPDATE ON prompt_outline
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_texts();
