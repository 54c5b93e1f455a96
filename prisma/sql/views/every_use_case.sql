CREATE OR REPLACE VIEW every_use_case AS
  SELECT use_case.id, use_case.slug, category_id, category.slug AS category_slug, functional_group_id,
         greatest(use_case.required_tier, category.required_tier) AS required_tier, use_case.position,
         use_case.archived_at IS NOT NULL OR category.archived_at IS NOT NULL AS is_archived
    FROM use_case JOIN category ON category.id = category_id;
