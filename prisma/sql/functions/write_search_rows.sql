-- Locks the prompt and its parents, so that no search row is left with an outdated tier. Locks are taken from the prompt
-- upwards only, so they cannot deadlock: a change of an item writes the rows below it without locks, since any writer of
-- these rows must lock the item.
CREATE OR REPLACE FUNCTION write_search_rows(ids int[], language locale DEFAULT NULL) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM prompt WHERE id = ANY (ids) ORDER BY id FOR SHARE;
  PERFORM FROM use_case WHERE id IN (SELECT use_case_id FROM prompt WHERE prompt.id = ANY (ids)) ORDER BY id FOR SHARE;
  PERFORM FROM category WHERE id IN (SELECT category_id FROM prompt JOIN use_case ON use_case.id = use_case_id WHERE prompt.id = ANY (ids))
    ORDER BY id FOR SHARE;
  RETURN put_search_rows(ids, language);
END $$;
