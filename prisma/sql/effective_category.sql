-- Whether something is archived, itself or by what holds it, and its effective tier: said here once. What is public reads
-- `effective_…`, the admin area `every_…`.
CREATE OR REPLACE VIEW effective_category AS
  SELECT id, slug, functional_group_id, required_tier, position FROM category WHERE archived_at IS NULL;
