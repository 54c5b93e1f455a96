-- Whoever changes a tier or moves an item waits for us, or we for them, so that no row is left with a tier that is no
-- longer true. Locks go from the prompt upwards alone, so that they make no circle: who changes an item writes what stands
-- below it without a lock, since whoever writes one of those rows as well must hold the item.
CREATE OR REPLACE FUNCTION write_search_rows(ids int[], language locale DEFAULT NULL) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM prompt WHERE id = ANY (ids) ORDER BY id FOR SHARE;
  PERFORM FROM use_case WHERE id IN (SELECT use_case_id FROM prompt WHERE prompt.id = ANY (ids)) ORDER BY id FOR SHARE;
  PERFORM FROM category WHERE id IN (SELECT category_id FROM prompt JOIN use_case ON use_case.id = use_case_id WHERE prompt.id = ANY (ids))
    ORDER BY id FOR SHARE;
  RETURN put_search_rows(ids, language);
END $$;
