-- Adds a comment in one round trip. The same text by the same person at the same position, or with the same key, returns the
-- existing comment (is_new: false): a double click or a retry. Only posts of the same person wait for each other. People to
-- notify are locked before the branch, in the same order as the removal of an account; removed people are not notified.
-- Closing a thread waits for comments in progress; after that only moderators can comment (comment_id: null).
CREATE OR REPLACE FUNCTION add_comment(
  in_thread int, by_person int, answering int, in_branch int, markdown text, html text, version int, as_status moderation_status,
  told int[], as_kinds notification_kind[], by_request uuid DEFAULT NULL, OUT comment_id int, OUT added_at timestamptz, OUT is_new boolean
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(7210318, by_person);
  SELECT recent.id, recent.created_at, false INTO comment_id, added_at, is_new
    FROM (SELECT * FROM comment WHERE author_id = by_person ORDER BY id DESC LIMIT 30) AS recent
   WHERE recent.deleted_at IS NULL AND (recent.request_key = by_request OR
         recent.thread_id = in_thread AND recent.parent_id IS NOT DISTINCT FROM answering AND recent.body = markdown
         AND recent.created_at > now() - interval '10 seconds')
   ORDER BY recent.id LIMIT 1;
  IF comment_id IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock_shared(7210323, in_thread);
  IF EXISTS (SELECT FROM thread WHERE id = in_thread AND closed_at IS NOT NULL)
    AND EXISTS (SELECT FROM "user" WHERE id = by_person AND role NOT IN ('moderator', 'admin')) THEN RETURN; END IF;
  PERFORM FROM "user" WHERE id = ANY(told) ORDER BY id FOR KEY SHARE;
  INSERT INTO comment (thread_id, author_id, parent_id, branch_id, body, body_html, render_version, status, request_key)
  VALUES (in_thread, by_person, answering, in_branch, markdown, html, version, as_status, by_request)
  RETURNING id, created_at, true INTO comment_id, added_at, is_new;
  INSERT INTO notification (user_id, kind, key, thread_id, comment_id, actor_id)
  SELECT person, kind, 'comment:' || add_comment.comment_id, in_thread, add_comment.comment_id, by_person
    FROM unnest(told, as_kinds) AS notice (person, kind)
   WHERE EXISTS (SELECT FROM "user" WHERE id = person)
  ON CONFLICT DO NOTHING;
END $$;
