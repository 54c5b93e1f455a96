CREATE OR REPLACE FUNCTION invalidate_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['author:' || NEW.id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_shown AFTER UPDATE OF username, avatar_color, role, is_team, erased_at ON "user" FOR EACH ROW
  WHEN ((OLD.username, OLD.avatar_color, OLD.role, OLD.is_team, OLD.erased_at) IS DISTINCT FROM (NEW.username, NEW.avatar_color, NEW.role, NEW.is_team, NEW.erased_at))
  EXECUTE FUNCTION invalidate_author();
