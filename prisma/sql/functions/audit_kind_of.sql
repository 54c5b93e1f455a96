CREATE OR REPLACE FUNCTION audit_kind_of(action text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN action LIKE 'reports%' THEN 'report' ELSE split_part(action, '_', 1) END
$$;
