-- The tier of a person right now, always one row. As a function of rows the planner unfolds it into the statement around it.
CREATE OR REPLACE FUNCTION tier_of(person_id int) RETURNS TABLE (tier int) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(max(access.tier), 0) FROM access WHERE user_id = person_id AND (expires_at IS NULL OR expires_at > now())
$$;
