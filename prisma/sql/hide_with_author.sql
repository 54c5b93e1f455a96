-- What somebody wrote is hidden with them: also what is being written as they are blocked, which waits for it (FOR KEY SHARE
-- against FOR UPDATE), and what a moderator would show again. So the one rule of visibility, and the indexes that it is
-- asked for in, stay as they are. Of somebody held as a spammer, what was written until then; what is being written waits
-- for a moderator.
CREATE OR REPLACE FUNCTION hide_with_author() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  hides boolean;
  held timestamptz;
BEGIN
  SELECT hides_content, held_at INTO hides, held FROM "user" WHERE id = NEW.author_id FOR KEY SHARE;
  IF hides OR TG_OP = 'UPDATE' AND NEW.created_at <= held THEN
    NEW.hidden_with_author := true;
    NEW.hidden_at := coalesce(OLD.hidden_at, now());
  ELSIF held IS NOT NULL AND TG_OP = 'INSERT' AND NEW.status = 'published' THEN
    NEW.status := 'pending';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER comment_of_blocked BEFORE INSERT ON comment FOR EACH ROW WHEN (NEW.author_id IS NOT NULL)
  EXECUTE FUNCTION hide_with_author();

CREATE OR REPLACE TRIGGER comment_stays_hidden BEFORE UPDATE OF hidden_at ON comment FOR EACH ROW
  WHEN (OLD.hidden_at IS NOT NULL AND NEW.hidden_at IS NULL AND NEW.author_id IS NOT NULL) EXECUTE FUNCTION hide_with_author();

CREATE OR REPLACE TRIGGER thread_of_blocked BEFORE INSERT ON thread FOR EACH ROW WHEN (NEW.author_id IS NOT NULL)
  EXECUTE FUNCTION hide_with_author();

CREATE OR REPLACE TRIGGER thread_stays_hidden BEFORE UPDATE OF hidden_at ON thread FOR EACH ROW
  WHEN (OLD.hidden_at IS NOT NULL AND NEW.hidden_at IS NULL AND NEW.author_id IS NOT NULL) EXECUTE FUNCTION hide_with_author();
