CREATE OR REPLACE FUNCTION post_document(language locale, title text, excerpt text, body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector(public.search_config(language), title), 'A')
      || setweight(to_tsvector(public.search_config(language), excerpt), 'B')
      || to_tsvector(public.search_config(language), left(body, 100000))
$$;
