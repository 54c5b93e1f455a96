-- Who did it outlives their account. The database notes it, whatever program writes the entry.
CREATE TYPE "audit_source" AS ENUM ('web', 'cli', 'job');
ALTER TABLE "audit_entry" DROP CONSTRAINT "audit_entry_actor_id_fkey";
ALTER TABLE "audit_entry"
ADD COLUMN "actor_name" TEXT,
ADD COLUMN "source" "audit_source";

CREATE FUNCTION note_audit_actor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.actor_name := coalesce(NEW.actor_name, (SELECT username FROM "user" WHERE id = NEW.actor_id));
  NEW.source := coalesce(NEW.source, 'web');
  RETURN NEW;
END $$;
CREATE TRIGGER note_audit_actor BEFORE INSERT ON "audit_entry"
  FOR EACH ROW WHEN (NEW.actor_id IS NOT NULL) EXECUTE FUNCTION note_audit_actor();
