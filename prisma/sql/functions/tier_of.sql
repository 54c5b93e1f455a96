-- Current tier of a person, always one row. PostgreSQL inlines a set-returning SQL function into the calling statement.
CREATE OR REPLACE FUNCTION tier_of(person_id int) RETURNS TABLE (tier int) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(max(access.tier), 0) FROM access WHERE user_id = person_id AND (expires_at IS NULL OR expires_at > now())
$$;
