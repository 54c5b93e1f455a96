-- What Prisma's schema language cannot say: ranges, orders, full text, ratings kept equal to their rows, and
-- the announcement of every change to those who keep answers in memory.

CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE "user" ADD CONSTRAINT user_tier_range CHECK (tier BETWEEN 0 AND 1000);
ALTER TABLE category ADD CONSTRAINT category_tier_range CHECK (required_tier BETWEEN 0 AND 1000);
ALTER TABLE use_case ADD CONSTRAINT use_case_tier_range CHECK (required_tier BETWEEN 0 AND 1000);
ALTER TABLE prompt ADD CONSTRAINT prompt_tier_range CHECK (required_tier BETWEEN 0 AND 1000);
ALTER TABLE rating ADD CONSTRAINT rating_value_range CHECK (value BETWEEN 1 AND 5);

-- The orders of a use case's prompts. The included columns let a filter run on the index alone, so that a rare model
-- costs no visit to each of 100,000 rows. Few prompts are rated: an order by rating goes through those, then the rest.
CREATE INDEX prompt_latest ON prompt (use_case_id, created_at DESC, id DESC) INCLUDE (length_tag, model_ids, rating_avg);
CREATE INDEX prompt_rated ON prompt (use_case_id, rating_avg, id) WHERE rating_avg IS NOT NULL;

-- Substring search over titles.
CREATE INDEX use_case_text_title ON use_case_text USING gin (title gin_trgm_ops);

-- Full text: accents and case ignored, stemmed in the language of the text.
CREATE TEXT SEARCH CONFIGURATION english_plain (COPY = english);
ALTER TEXT SEARCH CONFIGURATION english_plain ALTER MAPPING FOR hword, hword_part, word WITH unaccent, english_stem;
CREATE TEXT SEARCH CONFIGURATION spanish_plain (COPY = spanish);
ALTER TEXT SEARCH CONFIGURATION spanish_plain ALTER MAPPING FOR hword, hword_part, word WITH unaccent, spanish_stem;

CREATE FUNCTION search_config(language locale) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE language WHEN 'es' THEN 'public.spanish_plain'::regconfig ELSE 'public.english_plain'::regconfig END $$;

-- A content is searched by its first 100,000 characters: PostgreSQL takes no document of more than 1 MB of words.
CREATE FUNCTION search_document(language locale, title text, short_description text, content text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector(search_config(language), title), 'A')
      || setweight(to_tsvector(search_config(language), short_description), 'B')
      || to_tsvector(search_config(language), left(content, 100000))
$$;

-- "library.defer_search" is set by the import, which writes the search rows of many texts at once afterwards.
CREATE FUNCTION write_prompt_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('library.defer_search', true) = 'on' THEN
    DELETE FROM prompt_search WHERE prompt_id = NEW.prompt_id AND locale = NEW.locale;
  ELSE
    INSERT INTO prompt_search (prompt_id, locale, title, document)
    VALUES (NEW.prompt_id, NEW.locale, to_tsvector(search_config(NEW.locale), NEW.title),
            search_document(NEW.locale, NEW.title, NEW.short_description, NEW.content))
    ON CONFLICT (prompt_id, locale) DO UPDATE SET title = excluded.title, document = excluded.document;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION remove_prompt_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prompt_search WHERE prompt_id = OLD.prompt_id AND locale = OLD.locale;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_text_search_insert AFTER INSERT ON prompt_text
  FOR EACH ROW WHEN (coalesce(current_setting('library.defer_search', true), '') <> 'on') EXECUTE FUNCTION write_prompt_search();
CREATE TRIGGER prompt_text_search_update AFTER UPDATE ON prompt_text FOR EACH ROW
  WHEN ((OLD.title, OLD.short_description, OLD.content) IS DISTINCT FROM (NEW.title, NEW.short_description, NEW.content))
  EXECUTE FUNCTION write_prompt_search();
CREATE TRIGGER prompt_text_search_delete AFTER DELETE ON prompt_text
  FOR EACH ROW EXECUTE FUNCTION remove_prompt_search();

CREATE FUNCTION empty_prompt_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prompt_search;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_text_search_empty AFTER TRUNCATE ON prompt_text EXECUTE FUNCTION empty_prompt_search();

CREATE INDEX prompt_search_title_en ON prompt_search USING gin (title) WHERE locale = 'en';
CREATE INDEX prompt_search_title_es ON prompt_search USING gin (title) WHERE locale = 'es';
CREATE INDEX prompt_search_document_en ON prompt_search USING gin (document) WHERE locale = 'en';
CREATE INDEX prompt_search_document_es ON prompt_search USING gin (document) WHERE locale = 'es';

-- The average of a prompt equals its rating rows at all times: the row lock of the update orders those who rate at once.
CREATE FUNCTION sum_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added int := coalesce(NEW.value, 0) - coalesce(OLD.value, 0);
  counted int := (NEW IS NOT NULL)::int - (OLD IS NOT NULL)::int;
BEGIN
  UPDATE prompt
     SET rating_sum = rating_sum + added,
         rating_count = rating_count + counted,
         rating_avg = (rating_sum + added)::float8 / nullif(rating_count + counted, 0)
   WHERE id = coalesce(NEW.prompt_id, OLD.prompt_id);
  RETURN NULL;
END $$;
CREATE TRIGGER rating_sum AFTER INSERT OR DELETE OR UPDATE OF value ON rating FOR EACH ROW EXECUTE FUNCTION sum_ratings();
CREATE FUNCTION forget_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE prompt SET rating_sum = 0, rating_count = 0, rating_avg = NULL WHERE rating_count > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER rating_emptied AFTER TRUNCATE ON rating EXECUTE FUNCTION forget_ratings();

-- A rating or a text is written anew, never handed on: its sums, search row and announcements follow its key.
CREATE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A row of % stays with what it was written for.', TG_TABLE_NAME;
END $$;
CREATE TRIGGER rating_move BEFORE UPDATE ON rating FOR EACH ROW
  WHEN ((OLD.prompt_id, OLD.user_id) IS DISTINCT FROM (NEW.prompt_id, NEW.user_id)) EXECUTE FUNCTION refuse_move();
CREATE TRIGGER category_text_move BEFORE UPDATE ON category_text FOR EACH ROW
  WHEN ((OLD.category_id, OLD.locale) IS DISTINCT FROM (NEW.category_id, NEW.locale)) EXECUTE FUNCTION refuse_move();
CREATE TRIGGER use_case_text_move BEFORE UPDATE ON use_case_text FOR EACH ROW
  WHEN ((OLD.use_case_id, OLD.locale) IS DISTINCT FROM (NEW.use_case_id, NEW.locale)) EXECUTE FUNCTION refuse_move();
CREATE TRIGGER prompt_text_move BEFORE UPDATE ON prompt_text FOR EACH ROW
  WHEN ((OLD.prompt_id, OLD.locale) IS DISTINCT FROM (NEW.prompt_id, NEW.locale)) EXECUTE FUNCTION refuse_move();

-- Announcements. Whoever keeps an answer in memory notes which of these topics it was made from (server/topics.ts
-- says what each means) and drops it when one of them is announced. A notification holds at most 8,000 bytes, so
-- that long lists go out in pieces; PostgreSQL sends them at the commit, in order, each text once.
CREATE FUNCTION announce(topics text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('changed', string_agg(topic, ' '))
    FROM (SELECT topic, (row_number() OVER ()) / 300 AS piece FROM unnest(topics) AS topic WHERE topic IS NOT NULL) AS listed
   GROUP BY piece
$$;

CREATE FUNCTION announce_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(ARRAY[TG_ARGV[0]]);
  RETURN NULL;
END $$;
CREATE TRIGGER functional_group_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON functional_group EXECUTE FUNCTION announce_all('taxonomy');
CREATE TRIGGER functional_group_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON functional_group_text EXECUTE FUNCTION announce_all('taxonomy');
CREATE TRIGGER model_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON model EXECUTE FUNCTION announce_all('taxonomy');
CREATE TRIGGER tag_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tag EXECUTE FUNCTION announce_all('taxonomy');
CREATE TRIGGER tag_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tag_text EXECUTE FUNCTION announce_all('taxonomy');
CREATE TRIGGER category_emptied AFTER TRUNCATE ON category EXECUTE FUNCTION announce_all('*');
CREATE TRIGGER category_text_emptied AFTER TRUNCATE ON category_text EXECUTE FUNCTION announce_all('*');
CREATE TRIGGER use_case_emptied AFTER TRUNCATE ON use_case EXECUTE FUNCTION announce_all('*');
CREATE TRIGGER use_case_text_emptied AFTER TRUNCATE ON use_case_text EXECUTE FUNCTION announce_all('*');
CREATE TRIGGER prompt_emptied AFTER TRUNCATE ON prompt EXECUTE FUNCTION announce_all('*');
CREATE TRIGGER prompt_text_emptied AFTER TRUNCATE ON prompt_text EXECUTE FUNCTION announce_all('*');

CREATE FUNCTION announce_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(array_agg(DISTINCT 'category:' || id) || ARRAY['categories']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER category_added AFTER INSERT ON category REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_categories();
CREATE TRIGGER category_changed AFTER UPDATE ON category REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_categories();
CREATE TRIGGER category_removed AFTER DELETE ON category REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_categories();

CREATE FUNCTION announce_category_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(array_agg(DISTINCT 'category:' || category_id) || ARRAY['categories']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER category_text_added AFTER INSERT ON category_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_category_texts();
CREATE TRIGGER category_text_changed AFTER UPDATE ON category_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_category_texts();
CREATE TRIGGER category_text_removed AFTER DELETE ON category_text REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_category_texts();

-- A use case stands in its own answers, in the list of its category, before and after a move, and in the list of all.
CREATE FUNCTION announce_use_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(array_agg(DISTINCT 'use_case:' || id) || array_agg(DISTINCT 'use_cases:' || category_id) || ARRAY['use_cases'])
     FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'UPDATE' THEN
    PERFORM announce(array_agg(DISTINCT 'use_cases:' || category_id)) FROM old_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER use_case_added AFTER INSERT ON use_case REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_use_cases();
CREATE TRIGGER use_case_changed AFTER UPDATE ON use_case REFERENCING NEW TABLE AS changed_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_use_cases();
CREATE TRIGGER use_case_removed AFTER DELETE ON use_case REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_use_cases();

CREATE FUNCTION announce_use_case_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(array_agg(DISTINCT 'use_case:' || use_case_id) || array_agg(DISTINCT 'use_cases:' || use_case.category_id) || ARRAY['use_cases'])
     FROM changed_rows LEFT JOIN use_case ON use_case.id = use_case_id HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER use_case_text_added AFTER INSERT ON use_case_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_use_case_texts();
CREATE TRIGGER use_case_text_changed AFTER UPDATE ON use_case_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_use_case_texts();
CREATE TRIGGER use_case_text_removed AFTER DELETE ON use_case_text REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_use_case_texts();

-- "prompts:N" when what stands in the lists of use case N, or their order by date, changes; "ratings:N" when its ratings do.
CREATE FUNCTION announce_prompt_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(array_agg(DISTINCT 'prompts:' || use_case_id)) FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'DELETE' THEN
    PERFORM announce(array_agg('prompt:' || id)) FROM changed_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_added AFTER INSERT ON prompt REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_prompt_lists();
CREATE TRIGGER prompt_removed AFTER DELETE ON prompt REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_prompt_lists();

CREATE FUNCTION announce_prompt_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(array_agg('prompt:' || now.id)
    || array_agg(DISTINCT 'ratings:' || now.use_case_id) FILTER (WHERE (now.rating_sum, now.rating_count) IS DISTINCT FROM (was.rating_sum, was.rating_count))
    || array_agg(DISTINCT 'prompts:' || now.use_case_id) FILTER (WHERE listed)
    || array_agg(DISTINCT 'prompts:' || was.use_case_id) FILTER (WHERE listed))
    FROM new_rows AS now JOIN old_rows AS was USING (id),
         LATERAL (SELECT (now.use_case_id, now.created_at, now.length_tag, now.model_ids, now.slug)
           IS DISTINCT FROM (was.use_case_id, was.created_at, was.length_tag, was.model_ids, was.slug) AS listed) AS lists
  HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_changed AFTER UPDATE ON prompt REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_prompt_changes();

-- A prompt stands in no list before it has a text.
CREATE FUNCTION announce_prompt_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(array_agg(DISTINCT 'prompt:' || prompt_id)) FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'INSERT' THEN
    PERFORM announce(array_agg(DISTINCT 'prompts:' || use_case_id)) FROM changed_rows JOIN prompt ON prompt.id = prompt_id HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_text_added AFTER INSERT ON prompt_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_prompt_texts();
CREATE TRIGGER prompt_text_changed AFTER UPDATE ON prompt_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_prompt_texts();
CREATE TRIGGER prompt_text_removed AFTER DELETE ON prompt_text REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_prompt_texts();
