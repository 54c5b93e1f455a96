-- AlterTable
ALTER TABLE "user" ADD COLUMN     "is_team" BOOLEAN NOT NULL DEFAULT false;

-- Nobody signs in to an account of the team, and it decides on nothing.
ALTER TABLE "user" ADD CONSTRAINT user_is_team
  CHECK (NOT is_team OR (password_hash IS NULL AND google_sub IS NULL AND role = 'user')) NOT VALID;

-- How somebody is shown as an author.
DROP TRIGGER user_shown ON "user";
CREATE TRIGGER user_shown AFTER UPDATE OF username, avatar_color, role, is_team ON "user" FOR EACH ROW
  WHEN ((OLD.username, OLD.avatar_color, OLD.role, OLD.is_team) IS DISTINCT FROM (NEW.username, NEW.avatar_color, NEW.role, NEW.is_team))
  EXECUTE FUNCTION invalidate_author();
