-- Searchable words of a member, each after a blank, so that LIKE finds beginnings of words.
CREATE OR REPLACE FUNCTION member_words(username text, email text, first_name text, last_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT lower(' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name) $$;
