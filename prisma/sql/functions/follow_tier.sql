-- Updates search rows after a change of tiers or archived states. Few rows are updated in the same transaction. For many,
-- whose words take minutes to index, a job does it: until then a search finds prompts of a use case in `tier_change` by title
-- only if their tier differs. A bulk change by ids leaves its rows without a tier until then.
CREATE OR REPLACE FUNCTION follow_tier(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('library.defer_search', true) = 'on' THEN
    UPDATE prompt_search AS search SET required_tier = NULL, is_archived = prompt.is_archived FROM every_prompt AS prompt
     WHERE prompt.id = search.prompt_id AND search.prompt_id = ANY (ids)
       AND (search.required_tier IS NOT NULL OR search.is_archived <> prompt.is_archived);
  ELSIF cardinality(ids) > 2000 THEN
    INSERT INTO tier_change (use_case_id)
    SELECT DISTINCT use_case_id FROM prompt WHERE prompt.id = ANY (ids) ORDER BY 1
        ON CONFLICT (use_case_id) DO UPDATE SET changed_at = clock_timestamp();
  ELSE
    PERFORM put_search_rows(ids);
  END IF;
END $$;
