CREATE OR REPLACE VIEW every_prompt AS
  SELECT prompt.id, prompt.slug, length_tag, model_ids, tag_ids, rating_avg, rating_count, use_case_id,
         use_case.slug AS use_case_slug, category_id, category_slug, functional_group_id,
         greatest(prompt.required_tier, use_case.required_tier) AS required_tier,
         prompt.archived_at IS NOT NULL OR use_case.is_archived AS is_archived
    FROM prompt JOIN every_use_case AS use_case ON use_case.id = use_case_id;
