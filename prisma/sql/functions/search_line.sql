-- Lower-case text in which parts of names and titles are searched.
CREATE OR REPLACE FUNCTION search_line(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(public.search_words(words), '\s+', ' ', 'g'))
$$;
