-- AlterTable
ALTER TABLE "user" ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "texts_pending_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "section" ADD COLUMN     "successor_id" INTEGER;

-- AddForeignKey
ALTER TABLE "section" ADD CONSTRAINT "section_successor_id_fkey" FOREIGN KEY ("successor_id") REFERENCES "section"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE "section" VALIDATE CONSTRAINT "section_successor_id_fkey";

-- How somebody is shown as an author: not at all once the account is removed.
DROP TRIGGER user_shown ON "user";
CREATE TRIGGER user_shown AFTER UPDATE OF username, avatar_color, role, is_team, erased_at ON "user" FOR EACH ROW
  WHEN ((OLD.username, OLD.avatar_color, OLD.role, OLD.is_team, OLD.erased_at) IS DISTINCT FROM (NEW.username, NEW.avatar_color, NEW.role, NEW.is_team, NEW.erased_at))
  EXECUTE FUNCTION invalidate_author();
