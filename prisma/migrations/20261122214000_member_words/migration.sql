-- Members are found with and without accents. Of built-in functions alone, so that an index of it needs no extension's dictionary.
CREATE FUNCTION member_words_plain(username text, email text, first_name text, last_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;
