CREATE OR REPLACE FUNCTION thread_document(title text, description text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('public.simple_plain'::regconfig, public.search_words(title)), 'A') || to_tsvector('public.simple_plain'::regconfig, public.search_words(description))
$$;
