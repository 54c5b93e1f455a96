-- Members by the beginnings of words of what they are called: a word stands behind a blank.
CREATE OR REPLACE FUNCTION member_words(username text, email text, first_name text, last_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT lower(' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name) $$;
