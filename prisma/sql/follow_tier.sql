-- What opens prompts, or archives them, has changed. Few rows follow in the same transaction; of many, whose words would take
-- minutes to index anew, the texts lose their tier until the rows are written in the background, but are hidden or shown
-- at once.
CREATE OR REPLACE FUNCTION follow_tier(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('library.defer_search', true) = 'on' OR cardinality(ids) > 2000 THEN
    UPDATE prompt_search AS search SET required_tier = NULL, is_archived = prompt.is_archived FROM every_prompt AS prompt
     WHERE prompt.id = search.prompt_id AND search.prompt_id = ANY (ids)
       AND (search.required_tier IS NOT NULL OR search.is_archived <> prompt.is_archived);
  ELSE
    PERFORM put_search_rows(ids);
  END IF;
END $$;
