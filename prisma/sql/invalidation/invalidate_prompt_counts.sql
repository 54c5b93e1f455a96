-- Lists with counts are invalidated at most once a second, however much is imported.
CREATE OR REPLACE FUNCTION invalidate_prompt_counts(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'use_cases:' || category_id) || ARRAY['prompt_counts'],
                     date_trunc('second', now()) + interval '1 second')
     FROM use_case WHERE id = ANY (ids) HAVING count(*) > 0;
END $$;
