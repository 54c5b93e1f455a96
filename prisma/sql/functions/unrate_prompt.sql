CREATE OR REPLACE FUNCTION unrate_prompt(rated_slug text, rating_user_id int) RETURNS TABLE (avg float8, count int)
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM rating USING prompt WHERE prompt_id = prompt.id AND slug = rated_slug AND user_id = rating_user_id;
  RETURN QUERY SELECT rating_avg, rating_count FROM prompt WHERE slug = rated_slug;
END $$;
