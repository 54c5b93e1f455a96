-- AlterTable
ALTER TABLE "prompt_search" ADD COLUMN     "words_version" SMALLINT NOT NULL DEFAULT 1;

-- What is searched of a text: names and numbers in one form, however they are written. Of letters that signs hold together
-- stand both what they make and its parts ("e-mail": "email e mail"), letters and digits stand apart ("GPT-4", "gpt4":
-- "gpt 4"), signs that the parser would make paths, hosts, tags or numbers of are blanks, and each character of scripts
-- that put none between words stands by itself. `shared/search-words.ts` has the same for what is looked for.
CREATE OR REPLACE FUNCTION search_words(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
BEGIN
  IF octet_length(words) > char_length(words) THEN
    words := regexp_replace(words, '([\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u3099\u309a]*)', ' \1 ', 'g');
  END IF;
  IF strpos(words, '++') > 0 THEN
    words := regexp_replace(words, '(?<![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])([A-Za-z])\+\+', '\1plusplus ', 'g');
  END IF;
  IF strpos(words, '#') > 0 THEN
    words := regexp_replace(words, '(?<![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])([A-Za-z])#(?![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])', '\1sharp ', 'g');
  END IF;
  IF words ~ '\.[Nn][Ee][Tt]' THEN
    words := regexp_replace(words, '(?<![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])\.[Nn][Ee][Tt](?![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])', 'dotnet', 'g');
  END IF;
  IF words ~ '[Jj][Ss]' THEN
    words := regexp_replace(words, '(?<![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])([A-Za-z]{2,})\.?([Jj][Ss])(?![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])', '\1\2 \1 \2', 'g');
  END IF;
  IF words ~ '[A-Za-z\u00c0-\u1fff\uac00-\ud7a3]-[A-Za-z\u00c0-\u1fff\uac00-\ud7a3]|(^|[^A-Za-z\u00c0-\u1fff\uac00-\ud7a3])[A-Za-z\u00c0-\u1fff\uac00-\ud7a3][/&''’][A-Za-z\u00c0-\u1fff\uac00-\ud7a3]' THEN
    words := regexp_replace(words, '(?<![A-Za-z\u00c0-\u1fff\uac00-\ud7a3/&''’-])(?:([A-Za-z\u00c0-\u1fff\uac00-\ud7a3]+)-([A-Za-z\u00c0-\u1fff\uac00-\ud7a3]+)|([A-Za-z\u00c0-\u1fff\uac00-\ud7a3])[/&''’]([A-Za-z\u00c0-\u1fff\uac00-\ud7a3]+))(?![A-Za-z\u00c0-\u1fff\uac00-\ud7a3/&''’-])', '\1\3\2\4 \1\3 \2\4', 'g');
  END IF;
  IF words ~ '[0-9]' THEN
    words := regexp_replace(words, '([A-Za-z\u00c0-\u1fff\uac00-\ud7a3])([0-9])', '\1 \2', 'g');
    words := regexp_replace(words, '([0-9])([A-Za-z\u00c0-\u1fff\uac00-\ud7a3])', '\1 \2', 'g');
  END IF;
  RETURN replace(replace(replace(replace(replace(replace(words, '.', ' '), '/', ' '), '-', ' '), '+', ' '), '<', ' '), '&', ' ');
END $$;

-- What a part of a name or a title is looked for in, in lower case.
CREATE OR REPLACE FUNCTION search_line(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(public.search_words(words), '\s+', ' ', 'g'))
$$;

-- Writes the search rows of prompts, in one language or all, for those who hold what stands above them.
-- A content is searched by its first 100,000 characters: PostgreSQL takes no document of more than 1 MB of words.
CREATE OR REPLACE FUNCTION put_search_rows(ids int[], language locale DEFAULT NULL) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  written int;
BEGIN
  INSERT INTO prompt_search (prompt_id, locale, required_tier, is_archived, words_version, title, preview, document)
  SELECT prompt_id, text.locale, required_tier, is_archived, 2, words.title, shown.preview, shown.preview || words.content
    FROM prompt_text AS text JOIN every_prompt AS prompt ON prompt.id = prompt_id,
         LATERAL (SELECT to_tsvector(search_config(text.locale), search_words(text.title)) AS title,
                         to_tsvector(search_config(text.locale), search_words(short_description)) AS short_description,
                         to_tsvector(search_config(text.locale), search_words(left(text.content, 100000))) AS content OFFSET 0) AS words,
         LATERAL (SELECT setweight(words.title, 'A') || setweight(words.short_description, 'B') AS preview OFFSET 0) AS shown
   WHERE prompt_id = ANY (ids) AND text.locale = coalesce(language, text.locale)
  ON CONFLICT (prompt_id, locale) DO UPDATE SET required_tier = excluded.required_tier, is_archived = excluded.is_archived,
    words_version = excluded.words_version, title = excluded.title, preview = excluded.preview, document = excluded.document;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END $$;

CREATE OR REPLACE FUNCTION thread_document(title text, description text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('public.simple_plain'::regconfig, public.search_words(title)), 'A') || to_tsvector('public.simple_plain'::regconfig, public.search_words(description))
$$;

CREATE OR REPLACE FUNCTION post_document(language locale, title text, excerpt text, body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector(public.search_config(language), public.search_words(title)), 'A')
      || setweight(to_tsvector(public.search_config(language), public.search_words(excerpt)), 'B')
      || to_tsvector(public.search_config(language), public.search_words(left(body, 100000)))
$$;
