-- CreateTable
CREATE TABLE "prompt_count" (
    "id" BIGSERIAL NOT NULL,
    "use_case_id" INTEGER NOT NULL,
    "prompts" INTEGER NOT NULL,
    "free_prompts" INTEGER NOT NULL,

    CONSTRAINT "prompt_count_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "prompt_count_use_case_id_idx" ON "prompt_count"("use_case_id");

-- AddForeignKey
ALTER TABLE "prompt_count" ADD CONSTRAINT "prompt_count_use_case_id_fkey" FOREIGN KEY ("use_case_id") REFERENCES "use_case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Its rows are changed in place.
ALTER TABLE prompt_count SET (fillfactor = 50, autovacuum_vacuum_cost_delay = 0);

-- A list with counts is dropped once a second, however much is imported.
CREATE FUNCTION invalidate_prompt_counts(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'use_cases:' || category_id) || ARRAY['prompt_counts'],
                     date_trunc('second', now()) + interval '1 second')
     FROM use_case WHERE id = ANY (ids) HAVING count(*) > 0;
END $$;

-- Nobody waits: where another transaction holds the row of a use case, there comes one more, which the next ones use too.
CREATE FUNCTION count_prompts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  direction int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  WITH change AS MATERIALIZED (
    SELECT use_case_id, direction * count(*) AS prompts, direction * count(*) FILTER (WHERE required_tier = 0) AS free_prompts
      FROM changed_rows GROUP BY use_case_id
  ), unheld AS MATERIALIZED (
    SELECT kept.id, change.* FROM change, LATERAL (
      SELECT id FROM prompt_count WHERE use_case_id = change.use_case_id LIMIT 1 FOR UPDATE SKIP LOCKED) AS kept
  ), changed AS (
    UPDATE prompt_count SET prompts = prompt_count.prompts + unheld.prompts, free_prompts = prompt_count.free_prompts + unheld.free_prompts
      FROM unheld WHERE prompt_count.id = unheld.id RETURNING prompt_count.use_case_id
  )
  INSERT INTO prompt_count (use_case_id, prompts, free_prompts)
  SELECT * FROM change WHERE NOT EXISTS (SELECT FROM changed WHERE changed.use_case_id = change.use_case_id);
  PERFORM invalidate_prompt_counts(ARRAY(SELECT DISTINCT use_case_id FROM changed_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_added_count AFTER INSERT ON prompt REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_prompts();
CREATE TRIGGER prompt_removed_count AFTER DELETE ON prompt REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_prompts();

-- A trigger with columns has no transition tables, and one without them would cost each rating: rows are noted one by one,
-- and merged at the end of the statement.
CREATE FUNCTION note_prompt_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO prompt_count (use_case_id, prompts, free_prompts)
  VALUES (OLD.use_case_id, -1, -(OLD.required_tier = 0)::int), (NEW.use_case_id, 1, (NEW.required_tier = 0)::int);
  PERFORM invalidate_prompt_counts(ARRAY[OLD.use_case_id, NEW.use_case_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_changed_count AFTER UPDATE OF use_case_id, required_tier ON prompt FOR EACH ROW
  WHEN ((OLD.use_case_id, OLD.required_tier = 0) IS DISTINCT FROM (NEW.use_case_id, NEW.required_tier = 0))
  EXECUTE FUNCTION note_prompt_count();
CREATE FUNCTION merge_prompt_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH taken AS (
    DELETE FROM prompt_count WHERE id IN (
      SELECT id FROM prompt_count
       WHERE use_case_id IN (SELECT use_case_id FROM prompt_count GROUP BY use_case_id HAVING count(*) > 1) FOR UPDATE SKIP LOCKED)
    RETURNING use_case_id, prompts, free_prompts
  )
  INSERT INTO prompt_count (use_case_id, prompts, free_prompts)
  SELECT use_case_id, sum(prompts), sum(free_prompts) FROM taken GROUP BY use_case_id;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_merged_count AFTER UPDATE OF use_case_id, required_tier ON prompt FOR EACH STATEMENT
  EXECUTE FUNCTION merge_prompt_counts();

CREATE FUNCTION forget_prompt_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prompt_count;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_emptied_count AFTER TRUNCATE ON prompt EXECUTE FUNCTION forget_prompt_counts();

-- The triggers stop writers until the commit, so nothing is missed.
INSERT INTO prompt_count (use_case_id, prompts, free_prompts)
SELECT use_case_id, count(*), count(*) FILTER (WHERE required_tier = 0) FROM prompt GROUP BY use_case_id;

-- The list of free prompts runs on the index alone, as the other filters do.
DROP INDEX prompt_latest;
CREATE INDEX prompt_latest ON prompt (use_case_id, created_at DESC, id DESC) INCLUDE (length_tag, model_ids, rating_avg, required_tier);

-- A prompt that becomes free, or ceases to be, comes into a list or leaves it.
CREATE OR REPLACE FUNCTION invalidate_prompt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['prompt:' || NEW.id] || CASE
    WHEN (OLD.use_case_id, OLD.created_at, OLD.length_tag, OLD.model_ids, OLD.slug, OLD.required_tier = 0)
      IS DISTINCT FROM (NEW.use_case_id, NEW.created_at, NEW.length_tag, NEW.model_ids, NEW.slug, NEW.required_tier = 0)
    THEN ARRAY['prompts:' || OLD.use_case_id, 'prompts:' || NEW.use_case_id] END);
  RETURN NULL;
END $$;
