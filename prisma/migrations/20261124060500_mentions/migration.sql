-- AlterTable
ALTER TABLE "user" ADD COLUMN     "former_username" TEXT;

-- Where the @mentions of a rendered text lead.
CREATE FUNCTION mentions_in(html text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array(SELECT DISTINCT found[1] FROM regexp_matches(html, '<a href="(/forum\?author=[^"]+)"', 'g') AS found)
$$;
