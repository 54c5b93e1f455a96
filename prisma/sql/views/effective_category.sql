-- Archived state (including parents) and effective tier, defined once. Public reads use `effective_…`, the admin area
-- `every_…`.
CREATE OR REPLACE VIEW effective_category AS
  SELECT id, slug, functional_group_id, required_tier, position FROM category WHERE archived_at IS NULL;
