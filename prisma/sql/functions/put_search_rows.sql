-- Writes the search rows of prompts in one or all languages. The caller must hold locks on their parents.
-- Only the first 100,000 characters of a content are searched: PostgreSQL limits a tsvector to 1 MB.
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
