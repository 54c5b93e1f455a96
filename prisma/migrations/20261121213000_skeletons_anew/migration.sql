-- Skeletons drop what nobody sees: those of names beyond ASCII are made anew after the start, as of names that have none.
UPDATE "user" SET "username_skeleton" = NULL WHERE "username" ~ '[^A-Za-z0-9_-]';
