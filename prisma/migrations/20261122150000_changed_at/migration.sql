-- AlterTable
ALTER TABLE "category" ADD COLUMN     "updated_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "use_case" ADD COLUMN     "updated_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "prompt_count" ADD COLUMN     "changed_at" TIMESTAMPTZ(3);

-- Of what is there already nobody knows when it changed last.
ALTER TABLE "category" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "use_case" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "prompt_count" ALTER COLUMN "changed_at" SET DEFAULT CURRENT_TIMESTAMP;

-- When an item changed last, by whatever program, for those who ask whether to read its page again. A rating is no change.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER category_dated BEFORE UPDATE OF slug, functional_group_id, required_tier ON category FOR EACH ROW
  WHEN ((OLD.slug, OLD.functional_group_id, OLD.required_tier) IS DISTINCT FROM (NEW.slug, NEW.functional_group_id, NEW.required_tier))
  EXECUTE FUNCTION note_change();
CREATE TRIGGER use_case_dated BEFORE UPDATE OF slug, category_id, required_tier ON use_case FOR EACH ROW
  WHEN ((OLD.slug, OLD.category_id, OLD.required_tier) IS DISTINCT FROM (NEW.slug, NEW.category_id, NEW.required_tier))
  EXECUTE FUNCTION note_change();
CREATE TRIGGER prompt_dated BEFORE UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids ON prompt FOR EACH ROW
  WHEN ((OLD.slug, OLD.use_case_id, OLD.required_tier, OLD.length_tag, OLD.model_ids, OLD.tag_ids)
    IS DISTINCT FROM (NEW.slug, NEW.use_case_id, NEW.required_tier, NEW.length_tag, NEW.model_ids, NEW.tag_ids))
  EXECUTE FUNCTION note_change();

-- A text dates its item. Named to come before the triggers of the search, which share the lock of the item that this takes
-- alone: two who change a text each then wait for one another, not both for ever.
CREATE FUNCTION note_category_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE category SET updated_at = now() WHERE id = coalesce(NEW.category_id, OLD.category_id) AND updated_at IS DISTINCT FROM now()::timestamptz(3);
  RETURN NULL;
END $$;
CREATE TRIGGER category_text_dated AFTER INSERT OR UPDATE OR DELETE ON category_text FOR EACH ROW EXECUTE FUNCTION note_category_text();
CREATE FUNCTION note_use_case_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE use_case SET updated_at = now() WHERE id = coalesce(NEW.use_case_id, OLD.use_case_id) AND updated_at IS DISTINCT FROM now()::timestamptz(3);
  RETURN NULL;
END $$;
CREATE TRIGGER use_case_text_dated AFTER INSERT OR UPDATE OR DELETE ON use_case_text FOR EACH ROW EXECUTE FUNCTION note_use_case_text();
-- An import, which defers the search, dates its prompts in its own statement.
CREATE FUNCTION note_prompt_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE prompt SET updated_at = now() WHERE id = coalesce(NEW.prompt_id, OLD.prompt_id) AND updated_at IS DISTINCT FROM now()::timestamptz(3);
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_text_dated AFTER INSERT OR UPDATE OR DELETE ON prompt_text FOR EACH ROW
  WHEN (coalesce(current_setting('library.defer_search', true), '') <> 'on') EXECUTE FUNCTION note_prompt_text();

-- A category's page changes with what it lists: what was added has a date of its own, what has left is noted here. A date
-- alone drops nothing that was made from the category.
CREATE OR REPLACE FUNCTION invalidate_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('library.only_date', true), '') = 'on' THEN RETURN NULL; END IF;
  PERFORM invalidate(array_agg(DISTINCT 'category:' || id) || ARRAY['categories']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE FUNCTION note_use_case_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('library.only_date', 'on', true);
  UPDATE category SET updated_at = now() WHERE id = OLD.category_id;
  PERFORM set_config('library.only_date', 'off', true);
  RETURN NULL;
END $$;
CREATE TRIGGER use_case_removed_dated AFTER DELETE ON use_case FOR EACH ROW EXECUTE FUNCTION note_use_case_left();
CREATE TRIGGER use_case_moved_dated AFTER UPDATE OF category_id ON use_case FOR EACH ROW
  WHEN (OLD.category_id <> NEW.category_id) EXECUTE FUNCTION note_use_case_left();

-- A use case's page changes with the number of its prompts, whose rows nobody waits for.
CREATE FUNCTION note_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER prompt_count_dated BEFORE UPDATE ON prompt_count FOR EACH ROW EXECUTE FUNCTION note_count();

-- Of several rows the latest date stays.
CREATE OR REPLACE FUNCTION merge_prompt_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH scattered AS MATERIALIZED (
    SELECT id FROM use_case
     WHERE id IN (SELECT use_case_id FROM prompt_count GROUP BY use_case_id HAVING count(*) > 1) FOR KEY SHARE SKIP LOCKED
  ), taken AS (
    DELETE FROM prompt_count WHERE id IN (
      SELECT id FROM prompt_count WHERE use_case_id IN (SELECT id FROM scattered) FOR UPDATE SKIP LOCKED)
    RETURNING use_case_id, prompts, free_prompts, changed_at
  )
  INSERT INTO prompt_count (use_case_id, prompts, free_prompts, changed_at)
  SELECT use_case_id, sum(prompts), sum(free_prompts), max(changed_at) FROM taken GROUP BY use_case_id;
  RETURN NULL;
END $$;

-- The list of all prompts with their dates: what is made from it is dropped once a second, however much is imported.
CREATE FUNCTION invalidate_prompt_dates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['prompt_dates'], date_trunc('second', now()) + interval '1 second');
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_dates_changed AFTER INSERT OR DELETE OR UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, updated_at
  ON prompt FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_dates();
