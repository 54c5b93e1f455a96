-- CreateTable
CREATE TABLE "landing_section" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "is_shown" BOOLEAN NOT NULL DEFAULT true,
    "is_published" BOOLEAN NOT NULL DEFAULT false,
    "texts" JSONB,
    "prompts" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "landing_section_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "landing_section_name_key" ON "landing_section"("name");

INSERT INTO landing_section (name, position)
SELECT name, place
  FROM unnest(ARRAY['hero', 'problem', 'solution', 'calls', 'benefits', 'pricing', 'questions', 'testimonials'])
       WITH ORDINALITY AS listed (name, place);

CREATE TRIGGER landing_section_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON landing_section
  EXECUTE FUNCTION invalidate_tag('landing');
