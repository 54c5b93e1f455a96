CREATE OR REPLACE FUNCTION complete_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.kind := audit_kind_of(NEW.action);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER complete_audit_entry BEFORE INSERT ON "audit_entry"
  FOR EACH ROW WHEN (NEW.kind = '') EXECUTE FUNCTION complete_audit_entry();
