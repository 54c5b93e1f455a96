-- The average always equals the rating rows: the row lock of the update serializes concurrent ratings. It has two decimals, so
-- lists filter and sort by the displayed value.
CREATE OR REPLACE FUNCTION sum_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added int := coalesce(NEW.value, 0) - coalesce(OLD.value, 0);
  counted int := (NEW IS NOT NULL)::int - (OLD IS NOT NULL)::int;
BEGIN
  UPDATE prompt
     SET rating_sum = rating_sum + added,
         rating_count = rating_count + counted,
         rating_avg = round((rating_sum + added)::numeric / nullif(rating_count + counted, 0), 2)
   WHERE id = coalesce(NEW.prompt_id, OLD.prompt_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rating_sum AFTER INSERT OR DELETE OR UPDATE OF value ON rating
  FOR EACH ROW EXECUTE FUNCTION sum_ratings();
