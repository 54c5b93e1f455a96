-- CreateTable
CREATE TABLE "pipeline" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "required_tier" SMALLINT NOT NULL DEFAULT 0,
    "position" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "pipeline_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pipeline_text" (
    "pipeline_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "title" TEXT NOT NULL,
    "short_description" TEXT NOT NULL,
    "how_to_use" TEXT NOT NULL,

    CONSTRAINT "pipeline_text_pkey" PRIMARY KEY ("pipeline_id","locale")
);

-- CreateTable
CREATE TABLE "pipeline_step" (
    "pipeline_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "prompt_id" INTEGER NOT NULL,

    CONSTRAINT "pipeline_step_pkey" PRIMARY KEY ("pipeline_id","position")
);

-- CreateTable
CREATE TABLE "pipeline_step_text" (
    "pipeline_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "locale" "locale" NOT NULL,
    "hand_on" TEXT NOT NULL,
    "inputs" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "pipeline_step_text_pkey" PRIMARY KEY ("pipeline_id","position","locale")
);

-- CreateIndex
CREATE UNIQUE INDEX "pipeline_slug_key" ON "pipeline"("slug");

-- CreateIndex
CREATE INDEX "pipeline_step_prompt_id_idx" ON "pipeline_step"("prompt_id");

-- AddForeignKey
ALTER TABLE "pipeline_text" ADD CONSTRAINT "pipeline_text_pipeline_id_fkey" FOREIGN KEY ("pipeline_id") REFERENCES "pipeline"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pipeline_step" ADD CONSTRAINT "pipeline_step_pipeline_id_fkey" FOREIGN KEY ("pipeline_id") REFERENCES "pipeline"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pipeline_step" ADD CONSTRAINT "pipeline_step_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pipeline_step_text" ADD CONSTRAINT "pipeline_step_text_pipeline_id_position_fkey" FOREIGN KEY ("pipeline_id", "position") REFERENCES "pipeline_step"("pipeline_id", "position") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE pipeline ADD CONSTRAINT pipeline_tier_range CHECK (required_tier BETWEEN 0 AND 9);
ALTER TABLE pipeline_step ADD CONSTRAINT pipeline_step_position_range CHECK (position BETWEEN 1 AND 6);

-- What is public of pipelines reads this: one of whose prompts is archived, or that has none, is found nowhere. It opens at
-- the highest tier of its own and its prompts', and stands in the functional group of the first of them.
CREATE VIEW effective_pipeline AS
  SELECT pipeline.id, pipeline.slug, pipeline.position, greatest(pipeline.required_tier, step.required_tier) AS required_tier,
         step.functional_group_id
    FROM pipeline, LATERAL (
      SELECT max(prompt.required_tier) AS required_tier, coalesce(bool_or(prompt.is_archived), true) AS is_archived,
             (array_agg(prompt.functional_group_id ORDER BY pipeline_step.position))[1] AS functional_group_id
        FROM pipeline_step JOIN every_prompt AS prompt ON prompt.id = prompt_id WHERE pipeline_id = pipeline.id) AS step
   WHERE pipeline.archived_at IS NULL AND NOT step.is_archived;

-- Dates, as of categories and use cases.
CREATE TRIGGER pipeline_dated BEFORE UPDATE OF slug, required_tier, archived_at ON pipeline FOR EACH ROW
  WHEN ((OLD.slug, OLD.required_tier, OLD.archived_at) IS DISTINCT FROM (NEW.slug, NEW.required_tier, NEW.archived_at))
  EXECUTE FUNCTION note_change();
CREATE FUNCTION note_pipeline_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pipeline SET updated_at = now() WHERE id = coalesce(NEW.pipeline_id, OLD.pipeline_id) AND updated_at IS DISTINCT FROM now()::timestamptz(3);
  RETURN NULL;
END $$;
CREATE TRIGGER pipeline_text_dated AFTER INSERT OR UPDATE OR DELETE ON pipeline_text FOR EACH ROW EXECUTE FUNCTION note_pipeline_part();
CREATE TRIGGER pipeline_step_dated AFTER INSERT OR UPDATE OR DELETE ON pipeline_step FOR EACH ROW EXECUTE FUNCTION note_pipeline_part();
CREATE TRIGGER pipeline_step_text_dated AFTER INSERT OR UPDATE OR DELETE ON pipeline_step_text FOR EACH ROW EXECUTE FUNCTION note_pipeline_part();

CREATE TRIGGER pipeline_text_move BEFORE UPDATE ON pipeline_text FOR EACH ROW
  WHEN ((OLD.pipeline_id, OLD.locale) IS DISTINCT FROM (NEW.pipeline_id, NEW.locale)) EXECUTE FUNCTION refuse_move();
CREATE TRIGGER pipeline_step_move BEFORE UPDATE ON pipeline_step FOR EACH ROW
  WHEN (OLD.pipeline_id IS DISTINCT FROM NEW.pipeline_id) EXECUTE FUNCTION refuse_move();
CREATE TRIGGER pipeline_step_text_move BEFORE UPDATE ON pipeline_step_text FOR EACH ROW
  WHEN ((OLD.pipeline_id, OLD.locale) IS DISTINCT FROM (NEW.pipeline_id, NEW.locale)) EXECUTE FUNCTION refuse_move();

-- "pipeline:N" when what is said of pipeline N changes, "pipelines" when what lists show of any does. The page of a pipeline
-- is made from its prompts too, and names their tags; lists do not, since these would be too many.
CREATE FUNCTION invalidate_pipelines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'pipeline:' || id) || ARRAY['pipelines']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER pipeline_added AFTER INSERT ON pipeline REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipelines();
CREATE TRIGGER pipeline_changed AFTER UPDATE ON pipeline REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipelines();
CREATE TRIGGER pipeline_removed AFTER DELETE ON pipeline REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipelines();
CREATE FUNCTION invalidate_pipeline_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'pipeline:' || pipeline_id) || ARRAY['pipelines']) FROM changed_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER pipeline_text_added AFTER INSERT ON pipeline_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
CREATE TRIGGER pipeline_text_changed AFTER UPDATE ON pipeline_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
CREATE TRIGGER pipeline_text_removed AFTER DELETE ON pipeline_text REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
CREATE TRIGGER pipeline_step_added AFTER INSERT ON pipeline_step REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
CREATE TRIGGER pipeline_step_changed AFTER UPDATE ON pipeline_step REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
CREATE TRIGGER pipeline_step_removed AFTER DELETE ON pipeline_step REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
CREATE TRIGGER pipeline_step_text_added AFTER INSERT ON pipeline_step_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
CREATE TRIGGER pipeline_step_text_changed AFTER UPDATE ON pipeline_step_text REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
CREATE TRIGGER pipeline_step_text_removed AFTER DELETE ON pipeline_step_text REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION invalidate_pipeline_parts();
CREATE TRIGGER pipeline_emptied AFTER TRUNCATE ON pipeline EXECUTE FUNCTION invalidate_tag('*');
CREATE TRIGGER pipeline_text_emptied AFTER TRUNCATE ON pipeline_text EXECUTE FUNCTION invalidate_tag('*');
CREATE TRIGGER pipeline_step_emptied AFTER TRUNCATE ON pipeline_step EXECUTE FUNCTION invalidate_tag('*');
CREATE TRIGGER pipeline_step_text_emptied AFTER TRUNCATE ON pipeline_step_text EXECUTE FUNCTION invalidate_tag('*');

-- As before, and for the lists of pipelines that show the prompt.
CREATE OR REPLACE FUNCTION invalidate_prompt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['prompt:' || NEW.id] || CASE
    WHEN (OLD.use_case_id, OLD.created_at, OLD.length_tag, OLD.model_ids, OLD.slug, OLD.required_tier = 0, OLD.archived_at IS NULL)
      IS DISTINCT FROM (NEW.use_case_id, NEW.created_at, NEW.length_tag, NEW.model_ids, NEW.slug, NEW.required_tier = 0, NEW.archived_at IS NULL)
    THEN ARRAY['prompts:' || OLD.use_case_id, 'prompts:' || NEW.use_case_id] END || CASE
    WHEN EXISTS (SELECT FROM pipeline_step WHERE prompt_id = NEW.id) THEN ARRAY['pipelines'] END);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION invalidate_prompt_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(array_agg(DISTINCT 'prompt:' || prompt_id)) FROM changed_rows HAVING count(*) > 0;
  IF TG_OP = 'INSERT' THEN
    PERFORM invalidate(array_agg(DISTINCT 'prompts:' || use_case_id)) FROM changed_rows JOIN prompt ON prompt.id = prompt_id HAVING count(*) > 0;
  END IF;
  IF EXISTS (SELECT FROM pipeline_step WHERE prompt_id IN (SELECT prompt_id FROM changed_rows)) THEN
    PERFORM invalidate(ARRAY['pipelines']);
  END IF;
  RETURN NULL;
END $$;
