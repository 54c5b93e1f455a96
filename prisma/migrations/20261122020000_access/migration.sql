-- CreateEnum
CREATE TYPE "access_source" AS ENUM ('granted', 'subscription');

-- CreateTable
CREATE TABLE "access" (
    "user_id" INTEGER NOT NULL,
    "source" "access_source" NOT NULL,
    "tier" SMALLINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_pkey" PRIMARY KEY ("user_id","source")
);

-- AddForeignKey
ALTER TABLE "access" ADD CONSTRAINT "access_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE access ADD CONSTRAINT access_tier_range CHECK (tier BETWEEN 0 AND 9);
INSERT INTO access (user_id, source, tier) SELECT id, 'granted', tier FROM "user" WHERE tier > 0;

-- AlterTable
ALTER TABLE "user" DROP COLUMN "tier";

-- The tier of a person right now, always one row. As a function of rows the planner unfolds it into the statement around it.
CREATE FUNCTION tier_of(person_id int) RETURNS TABLE (tier int) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(max(access.tier), 0) FROM access WHERE user_id = person_id AND (expires_at IS NULL OR expires_at > now())
$$;

-- Items beside what stands above them. Here `required_tier` is the effective one: the highest of the item's own and its
-- parents'. Only what writes items reads the tables' own.
CREATE VIEW effective_use_case AS
  SELECT use_case.id, use_case.slug, category_id, category.slug AS category_slug, functional_group_id,
         greatest(use_case.required_tier, category.required_tier) AS required_tier
    FROM use_case JOIN category ON category.id = category_id;
CREATE VIEW effective_prompt AS
  SELECT prompt.id, prompt.slug, length_tag, model_ids, tag_ids, rating_avg, rating_count, use_case_id,
         use_case.slug AS use_case_slug, category_id, category_slug, functional_group_id,
         greatest(prompt.required_tier, use_case.required_tier) AS required_tier
    FROM prompt JOIN effective_use_case AS use_case ON use_case.id = use_case_id;

CREATE OR REPLACE FUNCTION put_search_rows(ids int[], language locale DEFAULT NULL) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  written int;
BEGIN
  INSERT INTO prompt_search (prompt_id, locale, required_tier, title, preview, document)
  SELECT prompt_id, text.locale, required_tier, words.title, shown.preview, shown.preview || words.content
    FROM prompt_text AS text JOIN effective_prompt AS prompt ON prompt.id = prompt_id,
         LATERAL (SELECT to_tsvector(search_config(text.locale), text.title) AS title,
                         to_tsvector(search_config(text.locale), short_description) AS short_description,
                         to_tsvector(search_config(text.locale), left(text.content, 100000)) AS content OFFSET 0) AS words,
         LATERAL (SELECT setweight(words.title, 'A') || setweight(words.short_description, 'B') AS preview OFFSET 0) AS shown
   WHERE prompt_id = ANY (ids) AND text.locale = coalesce(language, text.locale)
  ON CONFLICT (prompt_id, locale) DO UPDATE SET required_tier = excluded.required_tier, title = excluded.title,
    preview = excluded.preview, document = excluded.document;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END $$;
