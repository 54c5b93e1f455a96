CREATE OR REPLACE FUNCTION post_document(language locale, title text, excerpt text, body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector(public.search_config(language), public.search_words(title)), 'A')
      || setweight(to_tsvector(public.search_config(language), public.search_words(excerpt)), 'B')
      || to_tsvector(public.search_config(language), public.search_words(left(body, 100000)))
$$;
