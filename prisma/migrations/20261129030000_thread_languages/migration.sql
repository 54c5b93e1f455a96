-- AlterTable
ALTER TABLE "thread" ADD COLUMN     "language" "locale" NOT NULL DEFAULT 'en';

-- Cache tags (server/cache/cache-tags.ts). "threads" and "threads:N": the public threads, in all and in section N, and
-- their order by date; "activity" and "activity:N": their counts and latest comments.
CREATE OR REPLACE FUNCTION invalidate_thread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.status = 'published' AND OLD.hidden_at IS NULL AND OLD.deleted_at IS NULL;
  is_public boolean := TG_OP <> 'DELETE' AND NEW.status = 'published' AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL;
BEGIN
  IF was OR is_public THEN
    PERFORM invalidate(ARRAY['thread:' || coalesce(NEW.id, OLD.id)] || CASE
      WHEN was <> is_public OR (OLD.section_id, OLD.language, OLD.published_at, OLD.pinned_at) IS DISTINCT FROM (NEW.section_id, NEW.language, NEW.published_at, NEW.pinned_at)
      THEN array_remove(ARRAY['sections', 'threads', 'threads:' || OLD.section_id, 'threads:' || NEW.section_id], NULL) END);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER thread_added AFTER INSERT OR DELETE ON thread FOR EACH ROW EXECUTE FUNCTION invalidate_thread();

CREATE OR REPLACE TRIGGER thread_changed AFTER UPDATE OF meta_slug, section_id, author_id, title, description_html, excerpt, language, status, published_at, edited_at, hidden_at, deleted_at, closed_at, pinned_at
  ON thread FOR EACH ROW EXECUTE FUNCTION invalidate_thread();
