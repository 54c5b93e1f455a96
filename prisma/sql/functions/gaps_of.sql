-- Missing parts of a prompt's texts, as one array per prompt, so that an index can find them.
CREATE OR REPLACE FUNCTION gaps_of(id int) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
           CASE WHEN bool_or(locale = 'es') IS NOT TRUE THEN 'es' END,
           CASE WHEN bool_or(short_description = '') THEN 'short_description' END,
           CASE WHEN bool_or(how_to_use = '') THEN 'how_to_use' END,
           CASE WHEN bool_or(known_issues = '') THEN 'known_issues' END], NULL)
    FROM prompt_text WHERE prompt_id = $1
$$;
