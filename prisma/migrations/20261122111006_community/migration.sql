-- CreateEnum
CREATE TYPE "post_status" AS ENUM ('draft', 'scheduled', 'published');

-- CreateEnum
CREATE TYPE "moderation_status" AS ENUM ('pending', 'published', 'rejected');

-- CreateEnum
CREATE TYPE "report_resolution" AS ENUM ('dismissed', 'removed');

-- CreateEnum
CREATE TYPE "mail_frequency" AS ENUM ('at_once', 'daily', 'none');

-- CreateEnum
CREATE TYPE "notification_kind" AS ENUM ('reply', 'comment', 'thread_published', 'thread_rejected', 'report_handled');

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "activity_mail" "mail_frequency" NOT NULL DEFAULT 'daily',
ADD COLUMN     "moderation_mail" "mail_frequency" NOT NULL DEFAULT 'at_once';

-- CreateTable
CREATE TABLE "media" (
    "hash" TEXT NOT NULL,
    "extension" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "post" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "status" "post_status" NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "is_featured" BOOLEAN NOT NULL DEFAULT false,
    "author_name" TEXT NOT NULL,
    "tag_ids" INTEGER[],
    "cover_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "post_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "post_text" (
    "post_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "title" TEXT NOT NULL,
    "excerpt" TEXT NOT NULL,
    "cover_alt" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL,
    "body_html" TEXT NOT NULL,
    "render_version" INTEGER NOT NULL,
    "reading_minutes" INTEGER NOT NULL,

    CONSTRAINT "post_text_pkey" PRIMARY KEY ("post_id","locale")
);

-- CreateTable
CREATE TABLE "post_tag" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,

    CONSTRAINT "post_tag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "post_tag_text" (
    "post_tag_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "post_tag_text_pkey" PRIMARY KEY ("post_tag_id","locale")
);

-- CreateTable
CREATE TABLE "saved_post" (
    "user_id" INTEGER NOT NULL,
    "post_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_post_pkey" PRIMARY KEY ("user_id","post_id")
);

-- CreateTable
CREATE TABLE "section" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "section_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "section_text" (
    "section_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,

    CONSTRAINT "section_text_pkey" PRIMARY KEY ("section_id","locale")
);

-- CreateTable
CREATE TABLE "thread" (
    "id" SERIAL NOT NULL,
    "meta_slug" TEXT NOT NULL,
    "section_id" INTEGER NOT NULL,
    "author_id" INTEGER,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "description_html" TEXT NOT NULL,
    "render_version" INTEGER NOT NULL,
    "excerpt" TEXT NOT NULL,
    "status" "moderation_status" NOT NULL DEFAULT 'pending',
    "moderation_note" TEXT,
    "moderated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "edited_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "comment_count" INTEGER NOT NULL DEFAULT 0,
    "likes" INTEGER NOT NULL DEFAULT 0,
    "dislikes" INTEGER NOT NULL DEFAULT 0,
    "last_activity_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thread_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "thread_change" (
    "id" BIGSERIAL NOT NULL,
    "thread_id" INTEGER NOT NULL,
    "comments" INTEGER NOT NULL DEFAULT 0,
    "likes" INTEGER NOT NULL DEFAULT 0,
    "dislikes" INTEGER NOT NULL DEFAULT 0,
    "active_at" TIMESTAMPTZ(3),

    CONSTRAINT "thread_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment" (
    "id" SERIAL NOT NULL,
    "thread_id" INTEGER NOT NULL,
    "author_id" INTEGER,
    "parent_id" INTEGER,
    "branch_id" INTEGER,
    "body" TEXT NOT NULL,
    "body_html" TEXT NOT NULL,
    "render_version" INTEGER NOT NULL,
    "status" "moderation_status" NOT NULL DEFAULT 'published',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "is_removed" BOOLEAN NOT NULL DEFAULT false,
    "likes" INTEGER NOT NULL DEFAULT 0,
    "dislikes" INTEGER NOT NULL DEFAULT 0,
    "reply_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "thread_vote" (
    "thread_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "value" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thread_vote_pkey" PRIMARY KEY ("thread_id","user_id")
);

-- CreateTable
CREATE TABLE "comment_vote" (
    "comment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "value" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comment_vote_pkey" PRIMARY KEY ("comment_id","user_id")
);

-- CreateTable
CREATE TABLE "saved_thread" (
    "user_id" INTEGER NOT NULL,
    "thread_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_thread_pkey" PRIMARY KEY ("user_id","thread_id")
);

-- CreateTable
CREATE TABLE "thread_draft" (
    "user_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "section" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thread_draft_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "report" (
    "id" SERIAL NOT NULL,
    "reporter_id" INTEGER,
    "thread_id" INTEGER,
    "comment_id" INTEGER,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolution" "report_resolution",
    "resolved_at" TIMESTAMPTZ(3),
    "resolver_id" INTEGER,

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" INTEGER,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "note" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "notification_kind" NOT NULL,
    "key" TEXT NOT NULL,
    "thread_id" INTEGER NOT NULL,
    "comment_id" INTEGER,
    "actor_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "post_slug_key" ON "post"("slug");

-- CreateIndex
CREATE INDEX "post_cover_hash_idx" ON "post"("cover_hash");

-- CreateIndex
CREATE UNIQUE INDEX "post_tag_slug_key" ON "post_tag"("slug");

-- CreateIndex
CREATE INDEX "saved_post_user_id_created_at_post_id_idx" ON "saved_post"("user_id", "created_at" DESC, "post_id" DESC);

-- CreateIndex
CREATE INDEX "saved_post_post_id_idx" ON "saved_post"("post_id");

-- CreateIndex
CREATE UNIQUE INDEX "section_slug_key" ON "section"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "thread_meta_slug_key" ON "thread"("meta_slug");

-- CreateIndex
CREATE INDEX "thread_author_id_created_at_id_idx" ON "thread"("author_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "thread_change_thread_id_idx" ON "thread_change"("thread_id");

-- CreateIndex
CREATE INDEX "comment_author_id_idx" ON "comment"("author_id");

-- CreateIndex
CREATE INDEX "comment_parent_id_idx" ON "comment"("parent_id");

-- CreateIndex
CREATE INDEX "thread_vote_user_id_idx" ON "thread_vote"("user_id");

-- CreateIndex
CREATE INDEX "comment_vote_user_id_idx" ON "comment_vote"("user_id");

-- CreateIndex
CREATE INDEX "saved_thread_user_id_created_at_thread_id_idx" ON "saved_thread"("user_id", "created_at" DESC, "thread_id" DESC);

-- CreateIndex
CREATE INDEX "saved_thread_thread_id_idx" ON "saved_thread"("thread_id");

-- CreateIndex
CREATE INDEX "report_thread_id_idx" ON "report"("thread_id");

-- CreateIndex
CREATE INDEX "report_comment_id_idx" ON "report"("comment_id");

-- CreateIndex
CREATE INDEX "report_resolver_id_idx" ON "report"("resolver_id");

-- CreateIndex
CREATE UNIQUE INDEX "report_reporter_id_thread_id_key" ON "report"("reporter_id", "thread_id");

-- CreateIndex
CREATE UNIQUE INDEX "report_reporter_id_comment_id_key" ON "report"("reporter_id", "comment_id");

-- CreateIndex
CREATE INDEX "audit_entry_at_id_idx" ON "audit_entry"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_actor_id_idx" ON "audit_entry"("actor_id");

-- CreateIndex
CREATE INDEX "notification_user_id_id_idx" ON "notification"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "notification_thread_id_idx" ON "notification"("thread_id");

-- CreateIndex
CREATE INDEX "notification_comment_id_idx" ON "notification"("comment_id");

-- CreateIndex
CREATE INDEX "notification_actor_id_idx" ON "notification"("actor_id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_user_id_key_key" ON "notification"("user_id", "key");

-- AddForeignKey
ALTER TABLE "post" ADD CONSTRAINT "post_cover_hash_fkey" FOREIGN KEY ("cover_hash") REFERENCES "media"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_text" ADD CONSTRAINT "post_text_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_tag_text" ADD CONSTRAINT "post_tag_text_post_tag_id_fkey" FOREIGN KEY ("post_tag_id") REFERENCES "post_tag"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_post" ADD CONSTRAINT "saved_post_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_post" ADD CONSTRAINT "saved_post_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "section_text" ADD CONSTRAINT "section_text_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "section"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread" ADD CONSTRAINT "thread_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "section"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread" ADD CONSTRAINT "thread_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "comment"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_vote" ADD CONSTRAINT "thread_vote_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_vote" ADD CONSTRAINT "thread_vote_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_vote" ADD CONSTRAINT "comment_vote_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_vote" ADD CONSTRAINT "comment_vote_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_thread" ADD CONSTRAINT "saved_thread_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_thread" ADD CONSTRAINT "saved_thread_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_draft" ADD CONSTRAINT "thread_draft_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_resolver_id_fkey" FOREIGN KEY ("resolver_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
ALTER TABLE media ADD CONSTRAINT media_hash CHECK (hash ~ '^[0-9a-f]{64}$');
ALTER TABLE post ADD CONSTRAINT post_date CHECK (status = 'draft' OR published_at IS NOT NULL);
ALTER TABLE thread ADD CONSTRAINT thread_date CHECK (status <> 'published' OR published_at IS NOT NULL);
ALTER TABLE thread_vote ADD CONSTRAINT thread_vote_value CHECK (value IN (1, -1));
ALTER TABLE comment_vote ADD CONSTRAINT comment_vote_value CHECK (value IN (1, -1));
ALTER TABLE report ADD CONSTRAINT report_target CHECK ((thread_id IS NULL) <> (comment_id IS NULL));
ALTER TABLE report ADD CONSTRAINT report_resolved CHECK ((resolution IS NULL) = (resolved_at IS NULL));

-- The orders of public threads, of all sections and of one.
CREATE INDEX thread_latest ON thread (published_at DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX thread_active ON thread (last_activity_at DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX thread_popular ON thread ((likes - dislikes) DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX thread_discussed ON thread (comment_count DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX thread_section_latest ON thread (section_id, published_at DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX thread_section_active ON thread (section_id, last_activity_at DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX thread_section_popular ON thread (section_id, (likes - dislikes) DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX thread_section_discussed ON thread (section_id, comment_count DESC, id DESC) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
-- Of a removed section there is none left; of all others the foreign key asks here.
CREATE INDEX thread_section ON thread (section_id);
CREATE INDEX thread_pending ON thread (created_at, id) WHERE status = 'pending' AND deleted_at IS NULL;
CREATE INDEX thread_deleted ON thread (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE INDEX comment_thread ON comment (thread_id, id);
CREATE INDEX comment_top ON comment (thread_id, id) WHERE branch_id IS NULL;
CREATE INDEX comment_best ON comment (thread_id, (likes - dislikes) DESC, id DESC) WHERE branch_id IS NULL;
CREATE INDEX comment_branch ON comment (branch_id, id) WHERE branch_id IS NOT NULL;
CREATE INDEX comment_pending ON comment (created_at, id) WHERE status = 'pending' AND deleted_at IS NULL;
CREATE INDEX comment_deleted ON comment (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX report_open ON report (created_at, id) WHERE resolution IS NULL;
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;
CREATE INDEX notification_unmailed ON notification (user_id, id) WHERE mailed_at IS NULL;

CREATE INDEX post_latest ON post (published_at DESC, id DESC) WHERE status = 'published';
CREATE INDEX post_scheduled ON post (published_at) WHERE status = 'scheduled';
CREATE INDEX post_tags ON post USING gin (tag_ids);

-- Full text. Threads are in whatever language their authors write: words stay as they are, without accents and case.
CREATE TEXT SEARCH CONFIGURATION simple_plain (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION simple_plain ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple;
CREATE FUNCTION thread_document(title text, description text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('public.simple_plain'::regconfig, title), 'A') || to_tsvector('public.simple_plain'::regconfig, description)
$$;
CREATE INDEX thread_search ON thread USING gin (thread_document(title, description)) WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE FUNCTION post_document(language locale, title text, excerpt text, body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector(public.search_config(language), title), 'A')
      || setweight(to_tsvector(public.search_config(language), excerpt), 'B')
      || to_tsvector(public.search_config(language), left(body, 100000))
$$;
CREATE INDEX post_text_search ON post_text USING gin (post_document(locale, title, excerpt, body));

-- Counts. Whoever writes in a busy thread adds a row to thread_change and waits for nobody; a job folds these into the thread.
CREATE VIEW thread_counts AS
  SELECT thread.id,
         (thread.comment_count + coalesce(change.comments, 0))::int AS comment_count,
         (thread.likes + coalesce(change.likes, 0))::int AS likes,
         (thread.dislikes + coalesce(change.dislikes, 0))::int AS dislikes
    FROM thread, LATERAL (SELECT sum(comments) AS comments, sum(likes) AS likes, sum(dislikes) AS dislikes
                            FROM thread_change WHERE thread_id = thread.id) AS change;

CREATE FUNCTION fold_thread_changes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM thread_change) OR NOT pg_try_advisory_xact_lock(7210317) THEN RETURN; END IF;
  WITH taken AS (
    DELETE FROM thread_change RETURNING *
  ), summed AS (
    SELECT thread_id, sum(comments)::int AS comments, sum(likes)::int AS likes, sum(dislikes)::int AS dislikes, max(active_at) AS active_at
      FROM taken GROUP BY thread_id
  )
  UPDATE thread
     SET comment_count = comment_count + summed.comments,
         likes = thread.likes + summed.likes,
         dislikes = thread.dislikes + summed.dislikes,
         last_activity_at = greatest(last_activity_at, summed.active_at)
    FROM summed WHERE id = summed.thread_id;
END $$;
ALTER TABLE thread_change SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_threshold = 100000);

CREATE FUNCTION count_comment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was int := (TG_OP <> 'INSERT' AND OLD.status = 'published' AND OLD.hidden_at IS NULL AND OLD.deleted_at IS NULL)::int;
  counts int := (TG_OP <> 'DELETE' AND NEW.status = 'published' AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL)::int;
BEGIN
  IF counts <> was THEN
    INSERT INTO thread_change (thread_id, comments, active_at)
    VALUES (coalesce(NEW.thread_id, OLD.thread_id), counts - was, CASE WHEN counts > was THEN NEW.created_at END);
    IF coalesce(NEW.branch_id, OLD.branch_id) IS NOT NULL THEN
      UPDATE comment SET reply_count = reply_count + counts - was WHERE id = coalesce(NEW.branch_id, OLD.branch_id);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comment_counted AFTER INSERT OR DELETE OR UPDATE OF status, hidden_at, deleted_at ON comment
  FOR EACH ROW EXECUTE FUNCTION count_comment();
CREATE FUNCTION empty_thread_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM thread_change;
  UPDATE thread SET comment_count = (SELECT count(*) FROM comment WHERE thread_id = thread.id AND status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL),
         likes = (SELECT count(*) FROM thread_vote WHERE thread_id = thread.id AND value = 1),
         dislikes = (SELECT count(*) FROM thread_vote WHERE thread_id = thread.id AND value = -1);
  RETURN NULL;
END $$;
CREATE TRIGGER comment_emptied AFTER TRUNCATE ON comment EXECUTE FUNCTION empty_thread_counts();
CREATE TRIGGER thread_vote_emptied AFTER TRUNCATE ON thread_vote EXECUTE FUNCTION empty_thread_counts();

CREATE FUNCTION count_thread_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_change (thread_id, likes, dislikes)
  VALUES (coalesce(NEW.thread_id, OLD.thread_id),
          coalesce((NEW.value = 1)::int, 0) - coalesce((OLD.value = 1)::int, 0),
          coalesce((NEW.value = -1)::int, 0) - coalesce((OLD.value = -1)::int, 0));
  RETURN NULL;
END $$;
CREATE TRIGGER thread_vote_counted AFTER INSERT OR DELETE OR UPDATE OF value ON thread_vote
  FOR EACH ROW EXECUTE FUNCTION count_thread_vote();

-- By statement, locks in order: two people whose accounts are removed at once voted for the same comments.
CREATE FUNCTION count_comment_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM FROM comment WHERE id IN (SELECT comment_id FROM old_rows) ORDER BY id FOR NO KEY UPDATE;
    UPDATE comment SET likes = comment.likes - added.likes, dislikes = comment.dislikes - added.dislikes
      FROM (SELECT comment_id, count(*) FILTER (WHERE value = 1)::int AS likes, count(*) FILTER (WHERE value = -1)::int AS dislikes
              FROM old_rows GROUP BY comment_id) AS added WHERE id = added.comment_id;
  ELSE
    PERFORM FROM comment WHERE id IN (SELECT comment_id FROM new_rows) ORDER BY id FOR NO KEY UPDATE;
    UPDATE comment SET likes = comment.likes + added.likes, dislikes = comment.dislikes + added.dislikes
      FROM (SELECT comment_id, count(*) FILTER (WHERE value = 1)::int AS likes, count(*) FILTER (WHERE value = -1)::int AS dislikes
              FROM new_rows GROUP BY comment_id) AS added WHERE id = added.comment_id;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION recount_comment_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM comment WHERE id IN (SELECT comment_id FROM new_rows) ORDER BY id FOR NO KEY UPDATE;
  UPDATE comment SET likes = comment.likes + added.likes, dislikes = comment.dislikes + added.dislikes
    FROM (SELECT comment_id, sum((now.value = 1)::int - (was.value = 1)::int)::int AS likes, sum((now.value = -1)::int - (was.value = -1)::int)::int AS dislikes
            FROM new_rows AS now JOIN old_rows AS was USING (comment_id, user_id) GROUP BY comment_id) AS added
   WHERE id = added.comment_id AND (added.likes, added.dislikes) <> (0, 0);
  RETURN NULL;
END $$;
CREATE TRIGGER comment_vote_added AFTER INSERT ON comment_vote REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_comment_votes();
CREATE TRIGGER comment_vote_removed AFTER DELETE ON comment_vote REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_comment_votes();
CREATE TRIGGER comment_vote_changed AFTER UPDATE ON comment_vote REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION recount_comment_votes();
CREATE FUNCTION forget_comment_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE comment SET likes = 0, dislikes = 0 WHERE likes <> 0 OR dislikes <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER comment_vote_emptied AFTER TRUNCATE ON comment_vote EXECUTE FUNCTION forget_comment_votes();
CREATE TRIGGER thread_vote_move BEFORE UPDATE ON thread_vote FOR EACH ROW
  WHEN ((OLD.thread_id, OLD.user_id) IS DISTINCT FROM (NEW.thread_id, NEW.user_id)) EXECUTE FUNCTION refuse_move();
CREATE TRIGGER comment_vote_move BEFORE UPDATE ON comment_vote FOR EACH ROW
  WHEN ((OLD.comment_id, OLD.user_id) IS DISTINCT FROM (NEW.comment_id, NEW.user_id)) EXECUTE FUNCTION refuse_move();
CREATE TRIGGER comment_move BEFORE UPDATE ON comment FOR EACH ROW
  WHEN ((OLD.thread_id, OLD.branch_id) IS DISTINCT FROM (NEW.thread_id, NEW.branch_id)) EXECUTE FUNCTION refuse_move();

-- Cached responses (server/cache/cache-tags.ts). "threads" and "threads:N": which public threads there are, in all and in
-- section N, and their order by date; "activity" and "activity:N": their counts and their latest comments.
CREATE FUNCTION invalidate_thread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.status = 'published' AND OLD.hidden_at IS NULL AND OLD.deleted_at IS NULL;
  is_public boolean := TG_OP <> 'DELETE' AND NEW.status = 'published' AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL;
BEGIN
  IF was OR is_public THEN
    PERFORM invalidate(ARRAY['thread:' || coalesce(NEW.id, OLD.id)] || CASE
      WHEN was <> is_public OR (OLD.section_id, OLD.published_at) IS DISTINCT FROM (NEW.section_id, NEW.published_at)
      THEN array_remove(ARRAY['sections', 'threads', 'threads:' || OLD.section_id, 'threads:' || NEW.section_id], NULL) END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER thread_added AFTER INSERT OR DELETE ON thread FOR EACH ROW EXECUTE FUNCTION invalidate_thread();
CREATE TRIGGER thread_changed AFTER UPDATE OF meta_slug, section_id, author_id, title, description_html, excerpt, status, published_at, edited_at, hidden_at, deleted_at
  ON thread FOR EACH ROW EXECUTE FUNCTION invalidate_thread();
CREATE FUNCTION invalidate_thread_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['thread:' || NEW.id, 'activity', 'activity:' || NEW.section_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER thread_active AFTER UPDATE OF comment_count, likes, dislikes, last_activity_at ON thread FOR EACH ROW
  WHEN (NEW.status = 'published' AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL
    AND (OLD.comment_count, OLD.likes, OLD.dislikes, OLD.last_activity_at) IS DISTINCT FROM (NEW.comment_count, NEW.likes, NEW.dislikes, NEW.last_activity_at))
  EXECUTE FUNCTION invalidate_thread_activity();
CREATE TRIGGER thread_emptied AFTER TRUNCATE ON thread EXECUTE FUNCTION invalidate_tag('*');

-- A thread's comments wait for the end of the second, so that a page is dropped once for all of it.
CREATE FUNCTION invalidate_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['comments:' || coalesce(NEW.thread_id, OLD.thread_id)], date_trunc('second', now()) + interval '1 second');
  RETURN NULL;
END $$;
CREATE TRIGGER comment_added AFTER INSERT OR DELETE ON comment FOR EACH ROW EXECUTE FUNCTION invalidate_comments();
CREATE TRIGGER comment_changed AFTER UPDATE OF author_id, body_html, status, edited_at, hidden_at, deleted_at, is_removed, likes, dislikes, reply_count
  ON comment FOR EACH ROW EXECUTE FUNCTION invalidate_comments();

CREATE FUNCTION invalidate_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['author:' || NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER user_shown AFTER UPDATE OF username, avatar_color, role ON "user" FOR EACH ROW
  WHEN ((OLD.username, OLD.avatar_color, OLD.role) IS DISTINCT FROM (NEW.username, NEW.avatar_color, NEW.role)) EXECUTE FUNCTION invalidate_author();

CREATE TRIGGER section_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON section EXECUTE FUNCTION invalidate_tag('sections');
CREATE TRIGGER section_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON section_text EXECUTE FUNCTION invalidate_tag('sections');
CREATE TRIGGER post_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post EXECUTE FUNCTION invalidate_tag('posts');
CREATE TRIGGER post_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post_text EXECUTE FUNCTION invalidate_tag('posts');
CREATE TRIGGER post_tag_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post_tag EXECUTE FUNCTION invalidate_tag('posts');
CREATE TRIGGER post_tag_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post_tag_text EXECUTE FUNCTION invalidate_tag('posts');
