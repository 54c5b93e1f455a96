-- Refuses to change the key of a rating or text: sums, search rows and cache tags depend on it.
CREATE OR REPLACE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A row of % stays with what it was written for.', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER category_text_move BEFORE UPDATE ON category_text FOR EACH ROW
  WHEN ((OLD.category_id, OLD.locale) IS DISTINCT FROM (NEW.category_id, NEW.locale)) EXECUTE FUNCTION refuse_move();

CREATE OR REPLACE TRIGGER comment_move BEFORE UPDATE ON comment FOR EACH ROW
  WHEN ((OLD.thread_id, OLD.branch_id) IS DISTINCT FROM (NEW.thread_id, NEW.branch_id)) EXECUTE FUNCTION refuse_move();

CREATE OR REPLACE TRIGGER comment_vote_move BEFORE UPDATE ON comment_vote FOR EACH ROW
  WHEN ((OLD.comment_id, OLD.user_id) IS DISTINCT FROM (NEW.comment_id, NEW.user_id)) EXECUTE FUNCTION refuse_move();

CREATE OR REPLACE TRIGGER pipeline_step_move BEFORE UPDATE ON pipeline_step FOR EACH ROW
  WHEN (OLD.pipeline_id IS DISTINCT FROM NEW.pipeline_id) EXECUTE FUNCTION refuse_move();

CREATE OR REPLACE TRIGGER pipeline_step_text_move BEFORE UPDATE ON pipeline_step_text FOR EACH ROW
  WHEN ((OLD.pipeline_id, OLD.locale) IS DISTINCT FROM (NEW.pipeline_id, NEW.locale)) EXECUTE FUNCTION refuse_move();

CREATE OR REPLACE TRIGGER pipeline_text_move BEFORE UPDATE ON pipeline_text FOR EACH ROW
  WHEN ((OLD.pipeline_id, OLD.locale) IS DISTINCT FROM (NEW.pipeline_id, NEW.locale)) EXECUTE FUNCTION refuse_move();

CREATE OR REPLACE TRIGGER prompt_text_move BEFORE UPDATE ON prompt_text FOR EACH ROW
  WHEN ((OLD.prompt_id, OLD.locale) IS DISTINCT FROM (NEW.prompt_id, NEW.locale)) EXECUTE FUNCTION refuse_move();

CREATE OR REPLACE TRIGGER rating_move BEFORE UPDATE ON rating FOR EACH ROW
  WHEN ((OLD.prompt_id, OLD.user_id) IS DISTINCT FROM (NEW.prompt_id, NEW.user_id)) EXECUTE FUNCTION refuse_move();

CREATE OR REPLACE TRIGGER thread_vote_move BEFORE UPDATE ON thread_vote FOR EACH ROW
  WHEN ((OLD.thread_id, OLD.user_id) IS DISTINCT FROM (NEW.thread_id, NEW.user_id)) EXECUTE FUNCTION refuse_move();

CREATE OR REPLACE TRIGGER use_case_text_move BEFORE UPDATE ON use_case_text FOR EACH ROW
  WHEN ((OLD.use_case_id, OLD.locale) IS DISTINCT FROM (NEW.use_case_id, NEW.locale)) EXECUTE FUNCTION refuse_move();
