-- Public pipelines: without those that have an archived prompt or none. The effective tier is the highest of the pipeline and
-- its prompts; the functional group is that of the first prompt.
CREATE OR REPLACE VIEW effective_pipeline AS
  SELECT pipeline.id, pipeline.slug, pipeline.position, greatest(pipeline.required_tier, step.required_tier) AS required_tier,
         step.functional_group_id
    FROM pipeline, LATERAL (
      SELECT max(prompt.required_tier) AS required_tier, coalesce(bool_or(prompt.is_archived), true) AS is_archived,
             (array_agg(prompt.functional_group_id ORDER BY pipeline_step.position))[1] AS functional_group_id
        FROM pipeline_step JOIN every_prompt AS prompt ON prompt.id = prompt_id WHERE pipeline_id = pipeline.id) AS step
   WHERE pipeline.archived_at IS NULL AND NOT step.is_archived;
