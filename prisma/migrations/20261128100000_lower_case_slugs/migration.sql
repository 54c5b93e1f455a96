-- Addresses of pages are in lower case: a slug of the library with a capital would be found by none. Letters beyond ASCII
-- stay. Where something else has or had the address in lower case, a number follows it. What is renamed keeps its former
-- slug for the API, by its trigger.
DO $$
DECLARE
  kind_name text;
  item record;
  free text;
  number int;
  is_taken boolean;
BEGIN
  FOREACH kind_name IN ARRAY '{model,tag,functional_group,category,use_case,prompt,prompt_set,pipeline}'::text[] LOOP
    FOR item IN EXECUTE format(
      'SELECT id, lower(slug COLLATE "C") AS slug FROM %I WHERE slug <> lower(slug COLLATE "C") ORDER BY id', kind_name)
    LOOP
      free := item.slug;
      number := 1;
      LOOP
        EXECUTE format(
          'SELECT EXISTS (SELECT FROM %I WHERE slug = $1)
               OR EXISTS (SELECT FROM former_slug WHERE kind = $2 AND slug = $1 AND item_id <> $3)', kind_name)
          INTO is_taken USING free, kind_name, item.id;
        EXIT WHEN NOT is_taken;
        number := number + 1;
        free := item.slug || '-' || number;
      END LOOP;
      EXECUTE format('UPDATE %I SET slug = $1 WHERE id = $2', kind_name) USING free, item.id;
    END LOOP;

    -- Former addresses too lead on in lower case, where nothing has that address.
    EXECUTE format(
      'INSERT INTO former_slug (kind, slug, item_id, left_at)
       SELECT DISTINCT ON (lower(slug COLLATE "C")) kind, lower(slug COLLATE "C"), item_id, left_at FROM former_slug AS former
        WHERE kind = $1 AND slug <> lower(slug COLLATE "C")
          AND NOT EXISTS (SELECT FROM %I AS item WHERE item.slug = lower(former.slug COLLATE "C"))
        ORDER BY lower(slug COLLATE "C"), left_at DESC
       ON CONFLICT DO NOTHING', kind_name) USING kind_name;
  END LOOP;
END $$;
