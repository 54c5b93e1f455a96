-- AlterEnum
ALTER TYPE "notification_kind" ADD VALUE 'thread_closed';
ALTER TYPE "notification_kind" ADD VALUE 'thread_moved';

-- AlterTable
ALTER TABLE "thread" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "pinned_at" TIMESTAMPTZ(3);

CREATE OR REPLACE FUNCTION add_comment(
  in_thread int, by_person int, answering int, in_branch int, markdown text, html text, version int, as_status moderation_status,
  told int[], as_kinds notification_kind[], OUT comment_id int, OUT added_at timestamptz, OUT is_new boolean
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(7210318, by_person);
  SELECT recent.id, recent.created_at, false INTO comment_id, added_at, is_new
    FROM (SELECT * FROM comment WHERE author_id = by_person ORDER BY id DESC LIMIT 30) AS recent
   WHERE recent.thread_id = in_thread AND recent.parent_id IS NOT DISTINCT FROM answering AND recent.body = markdown
     AND recent.deleted_at IS NULL AND recent.created_at > now() - interval '10 seconds'
   ORDER BY recent.id LIMIT 1;
  IF comment_id IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock_shared(7210323, in_thread);
  IF EXISTS (SELECT FROM thread WHERE id = in_thread AND closed_at IS NOT NULL)
    AND EXISTS (SELECT FROM "user" WHERE id = by_person AND role = 'user') THEN RETURN; END IF;
  PERFORM FROM "user" WHERE id = ANY(told) ORDER BY id FOR KEY SHARE;
  INSERT INTO comment (thread_id, author_id, parent_id, branch_id, body, body_html, render_version, status)
  VALUES (in_thread, by_person, answering, in_branch, markdown, html, version, as_status)
  RETURNING id, created_at, true INTO comment_id, added_at, is_new;
  INSERT INTO notification (user_id, kind, key, thread_id, comment_id, actor_id)
  SELECT person, kind, 'comment:' || add_comment.comment_id, in_thread, add_comment.comment_id, by_person
    FROM unnest(told, as_kinds) AS notice (person, kind)
   WHERE EXISTS (SELECT FROM "user" WHERE id = person)
  ON CONFLICT DO NOTHING;
END $$;

CREATE OR REPLACE FUNCTION invalidate_thread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.status = 'published' AND OLD.hidden_at IS NULL AND OLD.deleted_at IS NULL;
  is_public boolean := TG_OP <> 'DELETE' AND NEW.status = 'published' AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL;
BEGIN
  IF was OR is_public THEN
    PERFORM invalidate(ARRAY['thread:' || coalesce(NEW.id, OLD.id)] || CASE
      WHEN was <> is_public OR (OLD.section_id, OLD.published_at, OLD.pinned_at) IS DISTINCT FROM (NEW.section_id, NEW.published_at, NEW.pinned_at)
      THEN array_remove(ARRAY['sections', 'threads', 'threads:' || OLD.section_id, 'threads:' || NEW.section_id], NULL) END);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER thread_added AFTER INSERT OR DELETE ON thread FOR EACH ROW EXECUTE FUNCTION invalidate_thread();

CREATE OR REPLACE TRIGGER thread_changed AFTER UPDATE OF meta_slug, section_id, author_id, title, description_html, excerpt, status, published_at, edited_at, hidden_at, deleted_at, closed_at, pinned_at
  ON thread FOR EACH ROW EXECUTE FUNCTION invalidate_thread();
