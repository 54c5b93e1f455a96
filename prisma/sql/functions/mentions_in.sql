-- Links (`/forum?author=…`) of the @mentions in a rendered text.
CREATE OR REPLACE FUNCTION mentions_in(html text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array(SELECT DISTINCT found[1] FROM regexp_matches(html, '<a href="(/forum\?author=[^"]+)"', 'g') AS found)
$$;
