-- A commit that notifies waits for every other one of the cluster. So triggers only note what they invalidate, and one
-- server announces it for all (server/cache/invalidation-listener.ts). A crash empties the table, but it cuts every connection too,
-- and whoever loses the connection that listens drops all.
-- CreateTable
CREATE UNLOGGED TABLE "cache_invalidation" (
    "id" BIGSERIAL NOT NULL,
    "tags" TEXT[],
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cache_invalidation_pkey" PRIMARY KEY ("id")
);

-- It is read twenty times a second, and what was taken from it stands in the way.
ALTER TABLE cache_invalidation SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_threshold = 100000);

CREATE FUNCTION invalidate(tags text[], due_at timestamptz DEFAULT now()) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO cache_invalidation (tags, due_at) VALUES ($1, $2);
END $$;

ALTER FUNCTION announce_all() RENAME TO invalidate_tag;
CREATE OR REPLACE FUNCTION invalidate_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY[TG_ARGV[0]]);
  RETURN NULL;
END $$;

ALTER FUNCTION announce_categories() RENAME TO invalidate_categories;
CREATE OR REPLACE FUNCTION invalidate_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'category:' || id) || ARRAY['categories']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

ALTER FUNCTION announce_category_texts() RENAME TO invalidate_category_texts;
CREATE OR REPLACE FUNCTION invalidate_category_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'category:' || category_id) || ARRAY['categories']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- A use case stands in its own answers, in the list of its category, before and after a move, and in the list of all.
ALTER FUNCTION announce_use_cases() RENAME TO invalidate_use_cases;
CREATE OR REPLACE FUNCTION invalidate_use_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'use_case:' || id) || array_agg(DISTINCT 'use_cases:' || category_id) || ARRAY['use_cases'])
     FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'UPDATE' THEN
    PERFORM invalidate(array_agg(DISTINCT 'use_cases:' || category_id)) FROM old_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

ALTER FUNCTION announce_use_case_texts() RENAME TO invalidate_use_case_texts;
CREATE OR REPLACE FUNCTION invalidate_use_case_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'use_case:' || use_case_id) || array_agg(DISTINCT 'use_cases:' || use_case.category_id) || ARRAY['use_cases'])
     FROM changed_rows LEFT JOIN use_case ON use_case.id = use_case_id HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- "prompts:N" when what stands in the lists of use case N, or their order by date, changes; "ratings:N" when its ratings do.
ALTER FUNCTION announce_prompt_lists() RENAME TO invalidate_prompt_lists;
CREATE OR REPLACE FUNCTION invalidate_prompt_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'prompts:' || use_case_id)) FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'DELETE' THEN
    PERFORM invalidate(array_agg('prompt:' || id)) FROM changed_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

-- A prompt stands in no list before it has a text.
ALTER FUNCTION announce_prompt_texts() RENAME TO invalidate_prompt_texts;
CREATE OR REPLACE FUNCTION invalidate_prompt_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'prompt:' || prompt_id)) FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'INSERT' THEN
    PERFORM invalidate(array_agg(DISTINCT 'prompts:' || use_case_id)) FROM changed_rows JOIN prompt ON prompt.id = prompt_id HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

-- Most updates of a prompt are of one row, by a rating: a trigger for each row takes a fifth of what transition tables do.
DROP TRIGGER prompt_changed ON prompt;
ALTER FUNCTION announce_prompt_changes() RENAME TO invalidate_prompt;
CREATE OR REPLACE FUNCTION invalidate_prompt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['prompt:' || NEW.id] || CASE
    WHEN (OLD.use_case_id, OLD.created_at, OLD.length_tag, OLD.model_ids, OLD.slug)
      IS DISTINCT FROM (NEW.use_case_id, NEW.created_at, NEW.length_tag, NEW.model_ids, NEW.slug)
    THEN ARRAY['prompts:' || OLD.use_case_id, 'prompts:' || NEW.use_case_id] END);
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_changed AFTER UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, created_at
  ON prompt FOR EACH ROW
  WHEN ((OLD.slug, OLD.use_case_id, OLD.required_tier, OLD.length_tag, OLD.model_ids, OLD.tag_ids, OLD.created_at)
    IS DISTINCT FROM (NEW.slug, NEW.use_case_id, NEW.required_tier, NEW.length_tag, NEW.model_ids, NEW.tag_ids, NEW.created_at))
  EXECUTE FUNCTION invalidate_prompt();

-- Ratings wait for the end of the second, so that a page is dropped once for all of it.
CREATE FUNCTION invalidate_prompt_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['prompt:' || NEW.id, 'ratings:' || NEW.use_case_id], date_trunc('second', now()) + interval '1 second');
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_rated AFTER UPDATE OF rating_sum, rating_count ON prompt FOR EACH ROW
  WHEN ((OLD.rating_sum, OLD.rating_count) IS DISTINCT FROM (NEW.rating_sum, NEW.rating_count))
  EXECUTE FUNCTION invalidate_prompt_rating();

DROP FUNCTION announce(text[]);
