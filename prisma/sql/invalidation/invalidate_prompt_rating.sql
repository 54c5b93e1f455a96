-- Rating tags are published at the end of the second, so a page is dropped once for several ratings.
CREATE OR REPLACE FUNCTION invalidate_prompt_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY['prompt:' || NEW.id, 'ratings:' || NEW.use_case_id], date_trunc('second', now()) + interval '1 second');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prompt_rated AFTER UPDATE OF rating_sum, rating_count ON prompt FOR EACH ROW
  WHEN ((OLD.rating_sum, OLD.rating_count) IS DISTINCT FROM (NEW.rating_sum, NEW.rating_count))
  EXECUTE FUNCTION invalidate_prompt_rating();
