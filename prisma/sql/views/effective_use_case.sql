CREATE OR REPLACE VIEW effective_use_case AS
  SELECT id, slug, category_id, category_slug, functional_group_id, required_tier, position FROM every_use_case WHERE NOT is_archived;
