-- Hides texts together with their author, including a text that is written while the author is blocked (FOR KEY SHARE waits
-- for FOR UPDATE) and one that a moderator would show again. So the visibility rule and its indexes need no change. Texts of
-- a person held as a spammer are hidden if written before; later ones wait for a moderator.
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
