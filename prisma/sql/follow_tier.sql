-- What opens prompts, or archives them, has changed. Few rows follow in the same transaction. Of many, whose words would take
-- minutes to index anew, a job writes the rows: until then a search finds none of a use case in `tier_change` whose tier
-- differs, but by its title. A change of some thousand prompts by their ids leaves their rows without a tier meanwhile.
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
