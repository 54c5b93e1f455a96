-- AlterTable
ALTER TABLE "user" ADD COLUMN     "held_at" TIMESTAMPTZ(3);

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
