-- AlterTable
ALTER TABLE "prompt_search" ADD COLUMN     "preview" tsvector,
ADD COLUMN     "required_tier" SMALLINT;

-- Below the tier that opens a prompt its search row is read by `title` and `preview` alone: each tier has indexes of its
-- own, so that a locked text is not even looked at. A row without a tier is found by its title alone until it is written
-- anew: so are all that were here before, which a server does in the background.
DROP INDEX prompt_search_document_en, prompt_search_document_es;
CREATE INDEX prompt_search_document_en_0 ON prompt_search USING gin (document) WHERE locale = 'en' AND required_tier = 0;
CREATE INDEX prompt_search_document_en_1 ON prompt_search USING gin (document) WHERE locale = 'en' AND required_tier = 1;
CREATE INDEX prompt_search_document_en_2 ON prompt_search USING gin (document) WHERE locale = 'en' AND required_tier > 1;
CREATE INDEX prompt_search_document_es_0 ON prompt_search USING gin (document) WHERE locale = 'es' AND required_tier = 0;
CREATE INDEX prompt_search_document_es_1 ON prompt_search USING gin (document) WHERE locale = 'es' AND required_tier = 1;
CREATE INDEX prompt_search_document_es_2 ON prompt_search USING gin (document) WHERE locale = 'es' AND required_tier > 1;
CREATE INDEX prompt_search_preview_en_1 ON prompt_search USING gin (preview) WHERE locale = 'en' AND required_tier = 1;
CREATE INDEX prompt_search_preview_en_2 ON prompt_search USING gin (preview) WHERE locale = 'en' AND required_tier > 1;
CREATE INDEX prompt_search_preview_es_1 ON prompt_search USING gin (preview) WHERE locale = 'es' AND required_tier = 1;
CREATE INDEX prompt_search_preview_es_2 ON prompt_search USING gin (preview) WHERE locale = 'es' AND required_tier > 1;
CREATE INDEX prompt_search_without_tier ON prompt_search (prompt_id) WHERE required_tier IS NULL;

DROP TRIGGER prompt_text_search_insert ON prompt_text;
DROP TRIGGER prompt_text_search_update ON prompt_text;
DROP FUNCTION write_prompt_search();
DROP FUNCTION search_document(locale, text, text, text);

-- Writes the search rows of prompts, in one language or all, for those who hold what stands above them.
-- A content is searched by its first 100,000 characters: PostgreSQL takes no document of more than 1 MB of words.
CREATE FUNCTION put_search_rows(ids int[], language locale DEFAULT NULL) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  written int;
BEGIN
  INSERT INTO prompt_search (prompt_id, locale, required_tier, title, preview, document)
  SELECT prompt_id, text.locale, greatest(prompt.required_tier, use_case.required_tier, category.required_tier),
         words.title, shown.preview, shown.preview || words.content
    FROM prompt_text AS text JOIN prompt ON prompt.id = prompt_id
    JOIN use_case ON use_case.id = use_case_id JOIN category ON category.id = category_id,
         LATERAL (SELECT to_tsvector(search_config(text.locale), text.title) AS title,
                         to_tsvector(search_config(text.locale), short_description) AS short_description,
                         to_tsvector(search_config(text.locale), left(text.content, 100000)) AS content OFFSET 0) AS words,
         LATERAL (SELECT setweight(words.title, 'A') || setweight(words.short_description, 'B') AS preview OFFSET 0) AS shown
   WHERE prompt_id = ANY (ids) AND text.locale = coalesce(language, text.locale)
  ON CONFLICT (prompt_id, locale) DO UPDATE SET required_tier = excluded.required_tier, title = excluded.title,
    preview = excluded.preview, document = excluded.document;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END $$;

-- Whoever changes a tier or moves an item waits for us, or we for them, so that no row is left with a tier that is no
-- longer true. Locks go from the prompt upwards alone, so that they make no circle: who changes an item writes what stands
-- below it without a lock, since whoever writes one of those rows as well must hold the item.
CREATE FUNCTION write_search_rows(ids int[], language locale DEFAULT NULL) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM prompt WHERE id = ANY (ids) ORDER BY id FOR SHARE;
  PERFORM FROM use_case WHERE id IN (SELECT use_case_id FROM prompt WHERE prompt.id = ANY (ids)) ORDER BY id FOR SHARE;
  PERFORM FROM category WHERE id IN (SELECT category_id FROM prompt JOIN use_case ON use_case.id = use_case_id WHERE prompt.id = ANY (ids))
    ORDER BY id FOR SHARE;
  RETURN put_search_rows(ids, language);
END $$;

CREATE FUNCTION write_text_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('library.defer_search', true) = 'on' THEN
    DELETE FROM prompt_search WHERE prompt_id = NEW.prompt_id AND locale = NEW.locale;
  ELSE
    PERFORM write_search_rows(ARRAY[NEW.prompt_id], NEW.locale);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_text_search_insert AFTER INSERT ON prompt_text
  FOR EACH ROW WHEN (coalesce(current_setting('library.defer_search', true), '') <> 'on') EXECUTE FUNCTION write_text_search();
CREATE TRIGGER prompt_text_search_update AFTER UPDATE ON prompt_text FOR EACH ROW
  WHEN ((OLD.title, OLD.short_description, OLD.content) IS DISTINCT FROM (NEW.title, NEW.short_description, NEW.content))
  EXECUTE FUNCTION write_text_search();

-- What opens prompts has changed. Few rows follow in the same transaction; of many, whose words would take minutes to
-- index anew, the texts leave the search at once, and come back as the rows are written in the background.
CREATE FUNCTION follow_tier(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('library.defer_search', true) = 'on' OR cardinality(ids) > 2000 THEN
    UPDATE prompt_search SET required_tier = NULL WHERE prompt_id = ANY (ids) AND required_tier IS NOT NULL;
  ELSE
    PERFORM put_search_rows(ids);
  END IF;
END $$;
CREATE FUNCTION follow_prompt_tier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM use_case WHERE id = NEW.use_case_id FOR SHARE;
  PERFORM FROM category WHERE id = (SELECT category_id FROM use_case WHERE id = NEW.use_case_id) FOR SHARE;
  PERFORM follow_tier(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE FUNCTION follow_use_case_tier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM category WHERE id = NEW.category_id FOR SHARE;
  PERFORM follow_tier(ARRAY(SELECT id FROM prompt WHERE use_case_id = NEW.id));
  RETURN NULL;
END $$;
CREATE FUNCTION follow_category_tier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM follow_tier(ARRAY(SELECT prompt.id FROM prompt JOIN use_case ON use_case.id = use_case_id WHERE category_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_tier_search AFTER UPDATE OF required_tier, use_case_id ON prompt FOR EACH ROW
  WHEN ((OLD.required_tier, OLD.use_case_id) IS DISTINCT FROM (NEW.required_tier, NEW.use_case_id)) EXECUTE FUNCTION follow_prompt_tier();
CREATE TRIGGER use_case_tier_search AFTER UPDATE OF required_tier, category_id ON use_case FOR EACH ROW
  WHEN ((OLD.required_tier, OLD.category_id) IS DISTINCT FROM (NEW.required_tier, NEW.category_id)) EXECUTE FUNCTION follow_use_case_tier();
CREATE TRIGGER category_tier_search AFTER UPDATE OF required_tier ON category FOR EACH ROW
  WHEN (OLD.required_tier IS DISTINCT FROM NEW.required_tier) EXECUTE FUNCTION follow_category_tier();

-- The highest tier that makes sense, as shared/library.ts says it.
UPDATE "user" SET tier = 9 WHERE tier > 9;
UPDATE plan SET tier = 9 WHERE tier > 9;
UPDATE category SET required_tier = 9 WHERE required_tier > 9;
UPDATE use_case SET required_tier = 9 WHERE required_tier > 9;
UPDATE prompt SET required_tier = 9 WHERE required_tier > 9;
ALTER TABLE "user" DROP CONSTRAINT user_tier_range, ADD CONSTRAINT user_tier_range CHECK (tier BETWEEN 0 AND 9);
ALTER TABLE plan DROP CONSTRAINT plan_tier_range, ADD CONSTRAINT plan_tier_range CHECK (tier BETWEEN 0 AND 9);
ALTER TABLE category DROP CONSTRAINT category_tier_range, ADD CONSTRAINT category_tier_range CHECK (required_tier BETWEEN 0 AND 9);
ALTER TABLE use_case DROP CONSTRAINT use_case_tier_range, ADD CONSTRAINT use_case_tier_range CHECK (required_tier BETWEEN 0 AND 9);
ALTER TABLE prompt DROP CONSTRAINT prompt_tier_range, ADD CONSTRAINT prompt_tier_range CHECK (required_tier BETWEEN 0 AND 9);
