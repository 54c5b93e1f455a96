-- Averages have two decimals, as they are shown: lists filter and order by them.
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

UPDATE prompt SET rating_avg = round(rating_avg::numeric, 2) WHERE rating_avg <> round(rating_avg::numeric, 2)::float8;
