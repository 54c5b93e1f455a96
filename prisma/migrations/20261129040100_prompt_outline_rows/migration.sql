-- A job computes the rows. Later texts get theirs by trigger. Only a change of a text waits, for some seconds per million rows.
INSERT INTO prompt_outline (prompt_id, locale) SELECT prompt_id, locale FROM prompt_text ON CONFLICT DO NOTHING;
