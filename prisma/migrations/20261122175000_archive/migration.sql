-- What is archived is found nowhere in public, nor what stands below it, and comes back as it was. Servers of the last
-- release go on meanwhile: what they read through the views hides what is archived.
-- AlterTable
ALTER TABLE "category" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "position" INTEGER;

-- AlterTable
ALTER TABLE "use_case" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "position" INTEGER;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "gaps" TEXT[];

-- AlterTable
ALTER TABLE "prompt_search" ADD COLUMN     "is_archived" BOOLEAN NOT NULL DEFAULT false;

-- Whether something is archived, itself or by what holds it, and its effective tier: said here once. What is public reads
-- `effective_…`, the admin area `every_…`.
CREATE VIEW effective_category AS
  SELECT id, slug, functional_group_id, required_tier, position FROM category WHERE archived_at IS NULL;
CREATE VIEW every_use_case AS
  SELECT use_case.id, use_case.slug, category_id, category.slug AS category_slug, functional_group_id,
         greatest(use_case.required_tier, category.required_tier) AS required_tier, use_case.position,
         use_case.archived_at IS NOT NULL OR category.archived_at IS NOT NULL AS is_archived
    FROM use_case JOIN category ON category.id = category_id;
CREATE OR REPLACE VIEW effective_use_case AS
  SELECT id, slug, category_id, category_slug, functional_group_id, required_tier, position FROM every_use_case WHERE NOT is_archived;
CREATE VIEW every_prompt AS
  SELECT prompt.id, prompt.slug, length_tag, model_ids, tag_ids, rating_avg, rating_count, use_case_id,
         use_case.slug AS use_case_slug, category_id, category_slug, functional_group_id,
         greatest(prompt.required_tier, use_case.required_tier) AS required_tier,
         prompt.archived_at IS NOT NULL OR use_case.is_archived AS is_archived
    FROM prompt JOIN every_use_case AS use_case ON use_case.id = use_case_id;
CREATE OR REPLACE VIEW effective_prompt AS
  SELECT id, slug, length_tag, model_ids, tag_ids, rating_avg, rating_count, use_case_id, use_case_slug, category_id, category_slug,
         functional_group_id, required_tier
    FROM every_prompt WHERE NOT is_archived;

CREATE OR REPLACE FUNCTION put_search_rows(ids int[], language locale DEFAULT NULL) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  written int;
BEGIN
  INSERT INTO prompt_search (prompt_id, locale, required_tier, is_archived, title, preview, document)
  SELECT prompt_id, text.locale, required_tier, is_archived, words.title, shown.preview, shown.preview || words.content
    FROM prompt_text AS text JOIN every_prompt AS prompt ON prompt.id = prompt_id,
         LATERAL (SELECT to_tsvector(search_config(text.locale), text.title) AS title,
                         to_tsvector(search_config(text.locale), short_description) AS short_description,
                         to_tsvector(search_config(text.locale), left(text.content, 100000)) AS content OFFSET 0) AS words,
         LATERAL (SELECT setweight(words.title, 'A') || setweight(words.short_description, 'B') AS preview OFFSET 0) AS shown
   WHERE prompt_id = ANY (ids) AND text.locale = coalesce(language, text.locale)
  ON CONFLICT (prompt_id, locale) DO UPDATE SET required_tier = excluded.required_tier, is_archived = excluded.is_archived,
    title = excluded.title, preview = excluded.preview, document = excluded.document;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END $$;

-- As for tiers: few rows follow at once; many lose their tier until they are written anew, but are hidden or shown at once.
CREATE OR REPLACE FUNCTION follow_tier(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('library.defer_search', true) = 'on' OR cardinality(ids) > 2000 THEN
    UPDATE prompt_search AS search SET required_tier = NULL, is_archived = prompt.is_archived FROM every_prompt AS prompt
     WHERE prompt.id = search.prompt_id AND search.prompt_id = ANY (ids)
       AND (search.required_tier IS NOT NULL OR search.is_archived <> prompt.is_archived);
  ELSE
    PERFORM put_search_rows(ids);
  END IF;
END $$;
DROP TRIGGER prompt_tier_search ON prompt;
CREATE TRIGGER prompt_tier_search AFTER UPDATE OF required_tier, use_case_id, archived_at ON prompt FOR EACH ROW
  WHEN ((OLD.required_tier, OLD.use_case_id, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.required_tier, NEW.use_case_id, NEW.archived_at IS NULL))
  EXECUTE FUNCTION follow_prompt_tier();
DROP TRIGGER use_case_tier_search ON use_case;
CREATE TRIGGER use_case_tier_search AFTER UPDATE OF required_tier, category_id, archived_at ON use_case FOR EACH ROW
  WHEN ((OLD.required_tier, OLD.category_id, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.required_tier, NEW.category_id, NEW.archived_at IS NULL))
  EXECUTE FUNCTION follow_use_case_tier();
DROP TRIGGER category_tier_search ON category;
CREATE TRIGGER category_tier_search AFTER UPDATE OF required_tier, archived_at ON category FOR EACH ROW
  WHEN ((OLD.required_tier, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.required_tier, NEW.archived_at IS NULL))
  EXECUTE FUNCTION follow_category_tier();

-- A prompt that is archived itself counts nowhere; those of archived use cases and categories are left out where these are.
CREATE OR REPLACE FUNCTION count_prompts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  direction int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  WITH change AS MATERIALIZED (
    SELECT use_case_id, direction * count(*) AS prompts, direction * count(*) FILTER (WHERE required_tier = 0) AS free_prompts
      FROM changed_rows WHERE archived_at IS NULL GROUP BY use_case_id
  ), unheld AS MATERIALIZED (
    SELECT kept.id, change.* FROM change, LATERAL (
      SELECT id FROM prompt_count WHERE use_case_id = change.use_case_id LIMIT 1 FOR UPDATE SKIP LOCKED) AS kept
  ), changed AS (
    UPDATE prompt_count SET prompts = prompt_count.prompts + unheld.prompts, free_prompts = prompt_count.free_prompts + unheld.free_prompts
      FROM unheld WHERE prompt_count.id = unheld.id RETURNING prompt_count.use_case_id
  )
  INSERT INTO prompt_count (use_case_id, prompts, free_prompts)
  SELECT * FROM change WHERE NOT EXISTS (SELECT FROM changed WHERE changed.use_case_id = change.use_case_id);
  PERFORM invalidate_prompt_counts(ARRAY(SELECT DISTINCT use_case_id FROM changed_rows));
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_prompt_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO prompt_count (use_case_id, prompts, free_prompts)
  VALUES (OLD.use_case_id, -(OLD.archived_at IS NULL)::int, -(OLD.archived_at IS NULL AND OLD.required_tier = 0)::int),
         (NEW.use_case_id, (NEW.archived_at IS NULL)::int, (NEW.archived_at IS NULL AND NEW.required_tier = 0)::int);
  PERFORM invalidate_prompt_counts(ARRAY[OLD.use_case_id, NEW.use_case_id]);
  RETURN NULL;
END $$;
DROP TRIGGER prompt_changed_count ON prompt;
CREATE TRIGGER prompt_changed_count AFTER UPDATE OF use_case_id, required_tier, archived_at ON prompt FOR EACH ROW
  WHEN ((OLD.use_case_id, OLD.required_tier = 0, OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.use_case_id, NEW.required_tier = 0, NEW.archived_at IS NULL))
  EXECUTE FUNCTION note_prompt_count();
DROP TRIGGER prompt_merged_count ON prompt;
CREATE TRIGGER prompt_merged_count AFTER UPDATE OF use_case_id, required_tier, archived_at ON prompt FOR EACH STATEMENT
  EXECUTE FUNCTION merge_prompt_counts();

-- A prompt that is archived, or comes back, leaves a list or comes into it.
CREATE OR REPLACE FUNCTION invalidate_prompt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['prompt:' || NEW.id] || CASE
    WHEN (OLD.use_case_id, OLD.created_at, OLD.length_tag, OLD.model_ids, OLD.slug, OLD.required_tier = 0, OLD.archived_at IS NULL)
      IS DISTINCT FROM (NEW.use_case_id, NEW.created_at, NEW.length_tag, NEW.model_ids, NEW.slug, NEW.required_tier = 0, NEW.archived_at IS NULL)
    THEN ARRAY['prompts:' || OLD.use_case_id, 'prompts:' || NEW.use_case_id] END);
  RETURN NULL;
END $$;
DROP TRIGGER prompt_changed ON prompt;
CREATE TRIGGER prompt_changed AFTER UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, created_at, archived_at
  ON prompt FOR EACH ROW
  WHEN ((OLD.slug, OLD.use_case_id, OLD.required_tier, OLD.length_tag, OLD.model_ids, OLD.tag_ids, OLD.created_at, OLD.archived_at IS NULL)
    IS DISTINCT FROM (NEW.slug, NEW.use_case_id, NEW.required_tier, NEW.length_tag, NEW.model_ids, NEW.tag_ids, NEW.created_at, NEW.archived_at IS NULL))
  EXECUTE FUNCTION invalidate_prompt();

-- What the texts of a prompt lack, for those who look for it: one array of the prompt, so that an index finds it.
CREATE FUNCTION gaps_of(id int) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
           CASE WHEN bool_or(locale = 'es') IS NOT TRUE THEN 'es' END,
           CASE WHEN bool_or(short_description = '') THEN 'short_description' END,
           CASE WHEN bool_or(how_to_use = '') THEN 'how_to_use' END,
           CASE WHEN bool_or(known_issues = '') THEN 'known_issues' END], NULL)
    FROM prompt_text WHERE prompt_id = $1
$$;
CREATE FUNCTION follow_gaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE prompt SET gaps = found.gaps
    FROM (SELECT prompt_id, gaps_of(prompt_id) AS gaps FROM (SELECT DISTINCT prompt_id FROM changed_rows ORDER BY 1) AS touched) AS found
   WHERE prompt.id = found.prompt_id AND prompt.gaps IS DISTINCT FROM found.gaps;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_text_added_gaps AFTER INSERT ON prompt_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_gaps();
CREATE TRIGGER prompt_text_changed_gaps AFTER UPDATE ON prompt_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_gaps();
CREATE TRIGGER prompt_text_removed_gaps AFTER DELETE ON prompt_text REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_gaps();

-- What is archived, or comes back, changes what lists it, and the list of all prompts with their dates.
DROP TRIGGER use_case_dated ON use_case;
CREATE TRIGGER use_case_dated BEFORE UPDATE OF slug, category_id, required_tier, archived_at ON use_case FOR EACH ROW
  WHEN ((OLD.slug, OLD.category_id, OLD.required_tier, OLD.archived_at) IS DISTINCT FROM (NEW.slug, NEW.category_id, NEW.required_tier, NEW.archived_at))
  EXECUTE FUNCTION note_change();
DROP TRIGGER prompt_dates_changed ON prompt;
CREATE TRIGGER prompt_dates_changed AFTER INSERT OR DELETE OR UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, updated_at, archived_at
  ON prompt FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_dates();
CREATE TRIGGER use_case_archived_dates AFTER UPDATE OF archived_at, category_id ON use_case FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_dates();
CREATE TRIGGER category_archived_dates AFTER UPDATE OF archived_at ON category FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_dates();
