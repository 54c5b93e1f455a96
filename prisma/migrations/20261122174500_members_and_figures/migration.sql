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

-- AddForeignKey
ALTER TABLE "member_day" ADD CONSTRAINT "member_day_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
ALTER TABLE "user" ADD CONSTRAINT user_hides_content CHECK (NOT hides_content OR blocked_at IS NOT NULL);
ALTER TABLE failed_search ADD CONSTRAINT failed_search_length CHECK (char_length(text) <= 200);

-- Members by the beginnings of words of what they are called: a word stands behind a blank.
CREATE FUNCTION member_words(username text, email text, first_name text, last_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT lower(' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name) $$;

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
