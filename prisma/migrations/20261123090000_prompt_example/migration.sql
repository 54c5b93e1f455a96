-- A default that is no expression rewrites no row.
ALTER TABLE prompt_text ADD COLUMN example TEXT NOT NULL DEFAULT '';
