CREATE OR REPLACE FUNCTION note_audit_actor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.actor_name := coalesce(NEW.actor_name, (SELECT username FROM "user" WHERE id = NEW.actor_id));
  NEW.source := coalesce(NEW.source, 'web');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER note_audit_actor BEFORE INSERT ON "audit_entry"
  FOR EACH ROW WHEN (NEW.actor_id IS NOT NULL) EXECUTE FUNCTION note_audit_actor();
