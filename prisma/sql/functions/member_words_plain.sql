-- Member words without accents. Uses built-in functions only, so that an index on it needs neither an extension's dictionary
-- nor a search path. Most names are ASCII and skip the expensive part.
CREATE OR REPLACE FUNCTION member_words_plain(username text, email text, first_name text, last_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(
    CASE WHEN octet_length(username || email || first_name || last_name) = char_length(username || email || first_name || last_name)
         THEN ' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name
         ELSE regexp_replace(normalize(' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name, NFKD),
                             '[\u0300-\u036f]', '', 'g') END)
$$;
