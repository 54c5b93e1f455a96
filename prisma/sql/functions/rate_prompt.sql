-- Rates a prompt and returns its sums after this write. One statement, so the prompt's row is locked only while PostgreSQL
-- works; concurrent raters would otherwise also wait for the server.
CREATE OR REPLACE FUNCTION rate_prompt(rated_slug text, rating_user_id int, given int) RETURNS TABLE (avg float8, count int)
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating AS known (prompt_id, user_id, value)
  SELECT prompt.id, "user".id, given FROM "user", prompt WHERE "user".id = rating_user_id AND slug = rated_slug FOR KEY SHARE
  ON CONFLICT (prompt_id, user_id) DO UPDATE SET value = excluded.value, updated_at = now()
    WHERE known.value <> excluded.value;
  RETURN QUERY SELECT rating_avg, rating_count FROM prompt WHERE slug = rated_slug;
END $$;
