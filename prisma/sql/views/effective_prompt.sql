CREATE OR REPLACE VIEW effective_prompt AS
  SELECT id, slug, length_tag, model_ids, tag_ids, rating_avg, rating_count, use_case_id, use_case_slug, category_id, category_slug,
         functional_group_id, required_tier
    FROM every_prompt WHERE NOT is_archived;
