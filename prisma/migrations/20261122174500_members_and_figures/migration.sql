-- AlterTable
ALTER TABLE "user" ADD COLUMN     "block_reason" TEXT,
ADD COLUMN     "blocked_at" TIMESTAMPTZ(3),
ADD COLUMN     "hides_content" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "access" ADD COLUMN     "reason" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "thread" ADD COLUMN     "hidden_with_author" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "comment" ADD COLUMN     "hidden_with_author" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "member_day" (
    "user_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "member_day_pkey" PRIMARY KEY ("user_id","day")
);

-- CreateTable
CREATE TABLE "failed_search" (
    "day" DATE NOT NULL,
    "text" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "failed_search_pkey" PRIMARY KEY ("day","text")
);

-- CreateTable
CREATE TABLE "day_figure" (
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL DEFAULT '',
    "day" DATE NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "day_figure_pkey" PRIMARY KEY ("name","key","day")
);

-- CreateTable
CREATE TABLE "period_figure" (
    "name" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "value" JSONB NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "period_figure_pkey" PRIMARY KEY ("name","days")
);

-- CreateIndex
CREATE INDEX "member_day_day_user_id_idx" ON "member_day"("day", "user_id");

-- CreateIndex
CREATE INDEX "user_created_at_idx" ON "user"("created_at");

-- CreateIndex
CREATE INDEX "access_tier_user_id_idx" ON "access"("tier", "user_id" DESC);

-- AddForeignKey
ALTER TABLE "member_day" ADD CONSTRAINT "member_day_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is summed up by day.
CREATE INDEX "category_clicks_day_category_id_idx" ON "category_clicks"("day", "category_id");
CREATE INDEX "prompt_copies_day_prompt_id_idx" ON "prompt_copies"("day", "prompt_id");

-- What Prisma's schema language cannot say.
CREATE INDEX stripe_event_waiting ON stripe_event (received_at) WHERE processed_at IS NULL;
ALTER TABLE "user" ADD CONSTRAINT user_hides_content CHECK (NOT hides_content OR blocked_at IS NOT NULL);
ALTER TABLE failed_search ADD CONSTRAINT failed_search_length CHECK (char_length(text) <= 200);

-- Members by the beginnings of words of what they are called: a word stands behind a blank.
CREATE FUNCTION member_words(username text, email text, first_name text, last_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT lower(' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name) $$;
CREATE INDEX user_words ON "user" USING gin (member_words(username, email, first_name, last_name) gin_trgm_ops);
CREATE INDEX user_email_start ON "user" (email text_pattern_ops);
CREATE INDEX user_staff ON "user" (role, id DESC) WHERE role <> 'user';
CREATE INDEX user_blocked ON "user" (id DESC) WHERE blocked_at IS NOT NULL;
CREATE INDEX user_unconfirmed ON "user" (id DESC) WHERE email_confirmed_at IS NULL;

-- What somebody wrote is hidden with them: also what is being written as they are blocked, which waits for it (FOR KEY SHARE
-- against FOR UPDATE), and what a moderator would show again. So the one rule of visibility, and the indexes that it is
-- asked for in, stay as they are.
CREATE FUNCTION hide_with_author() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  hides boolean;
BEGIN
  SELECT hides_content INTO hides FROM "user" WHERE id = NEW.author_id FOR KEY SHARE;
  IF hides THEN
    NEW.hidden_with_author := true;
    NEW.hidden_at := coalesce(OLD.hidden_at, now());
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER thread_of_blocked BEFORE INSERT ON thread FOR EACH ROW WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION hide_with_author();
CREATE TRIGGER thread_stays_hidden BEFORE UPDATE OF hidden_at ON thread FOR EACH ROW
  WHEN (OLD.hidden_at IS NOT NULL AND NEW.hidden_at IS NULL AND NEW.author_id IS NOT NULL) EXECUTE FUNCTION hide_with_author();
CREATE TRIGGER comment_of_blocked BEFORE INSERT ON comment FOR EACH ROW WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION hide_with_author();
CREATE TRIGGER comment_stays_hidden BEFORE UPDATE OF hidden_at ON comment FOR EACH ROW
  WHEN (OLD.hidden_at IS NOT NULL AND NEW.hidden_at IS NULL AND NEW.author_id IS NOT NULL) EXECUTE FUNCTION hide_with_author();
