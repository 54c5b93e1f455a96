-- Rates a prompt and answers its sums as they stand after that very write. In one statement, so that the prompt's row is
-- held while the database works and not while a server listens to it: many who rate at once wait in line for that long.
CREATE OR REPLACE FUNCTION rate_prompt(rated_slug text, rating_user_id int, given int) RETURNS TABLE (avg float8, count int)
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rating AS known (prompt_id, user_id, value)
  SELECT prompt.id, "user".id, given FROM "user", prompt WHERE "user".id = rating_user_id AND slug = rated_slug FOR KEY SHARE
  ON CONFLICT (prompt_id, user_id) DO UPDATE SET value = excluded.value, updated_at = now()
    WHERE known.value <> excluded.value;
  RETURN QUERY SELECT rating_avg, rating_count FROM prompt WHERE slug = rated_slug;
END $$;
