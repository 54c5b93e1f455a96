CREATE OR REPLACE FUNCTION invalidate(tags text[], due_at timestamptz DEFAULT now()) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO cache_invalidation (tags, due_at) VALUES ($1, $2);
END $$;
