CREATE OR REPLACE FUNCTION forget_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE prompt SET rating_sum = 0, rating_count = 0, rating_avg = NULL WHERE rating_count > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rating_emptied AFTER TRUNCATE ON rating EXECUTE FUNCTION forget_ratings();
