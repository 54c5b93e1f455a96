-- CreateEnum
CREATE TYPE "prompt_set_shelf" AS ENUM ('role', 'moment');

-- CreateTable
CREATE TABLE "prompt_set" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "shelf" "prompt_set_shelf" NOT NULL,
    "prompt_ids" INTEGER[],
    "position" INTEGER,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "prompt_set_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prompt_set_text" (
    "prompt_set_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "title" TEXT NOT NULL,

    CONSTRAINT "prompt_set_text_pkey" PRIMARY KEY ("prompt_set_id","locale")
);

-- CreateIndex
CREATE UNIQUE INDEX "prompt_set_slug_key" ON "prompt_set"("slug");

-- AddForeignKey
ALTER TABLE "prompt_set_text" ADD CONSTRAINT "prompt_set_text_prompt_set_id_fkey" FOREIGN KEY ("prompt_set_id") REFERENCES "prompt_set"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER prompt_set_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON prompt_set
  EXECUTE FUNCTION invalidate_tag('sets');
CREATE TRIGGER prompt_set_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON prompt_set_text
  EXECUTE FUNCTION invalidate_tag('sets');

-- A prompt's tests are shown on its page, and when it came decides what is latest.
CREATE OR REPLACE TRIGGER prompt_changed AFTER UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, created_at, archived_at, test_records
  ON prompt FOR EACH ROW
  WHEN ((OLD.slug, OLD.use_case_id, OLD.required_tier, OLD.length_tag, OLD.model_ids, OLD.tag_ids, OLD.created_at, OLD.archived_at IS NULL, OLD.test_records)
    IS DISTINCT FROM (NEW.slug, NEW.use_case_id, NEW.required_tier, NEW.length_tag, NEW.model_ids, NEW.tag_ids, NEW.created_at, NEW.archived_at IS NULL, NEW.test_records))
  EXECUTE FUNCTION invalidate_prompt();
CREATE OR REPLACE TRIGGER prompt_dates_changed AFTER INSERT OR DELETE OR UPDATE OF slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, created_at, updated_at, archived_at
  ON prompt FOR EACH STATEMENT EXECUTE FUNCTION invalidate_prompt_dates();
