CREATE TABLE "library_summary" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "library_summary_pkey" PRIMARY KEY ("name")
);

CREATE OR REPLACE TRIGGER library_summary_changed AFTER INSERT OR UPDATE OR DELETE ON library_summary
  FOR EACH ROW EXECUTE FUNCTION invalidate_tag('library_summary');
