-- What was done so far was done in the forum; servers of the last release write on without a kind.
ALTER TABLE "audit_entry"
ADD COLUMN "kind" TEXT NOT NULL DEFAULT '',
ADD COLUMN "before" JSONB,
ADD COLUMN "after" JSONB;

CREATE FUNCTION audit_kind_of(action text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN action LIKE 'reports%' THEN 'report' ELSE split_part(action, '_', 1) END
$$;
CREATE FUNCTION complete_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.kind := audit_kind_of(NEW.action);
  RETURN NEW;
END $$;
CREATE TRIGGER complete_audit_entry BEFORE INSERT ON "audit_entry"
  FOR EACH ROW WHEN (NEW.kind = '') EXECUTE FUNCTION complete_audit_entry();
UPDATE "audit_entry" SET "kind" = audit_kind_of("action");

CREATE INDEX "audit_entry_kind_target_id_idx" ON "audit_entry" ("kind", "target", "id" DESC);
