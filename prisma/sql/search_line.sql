-- What a part of a name or a title is looked for in, in lower case.
CREATE OR REPLACE FUNCTION search_line(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(public.search_words(words), '\s+', ' ', 'g'))
$$;
