CREATE OR REPLACE FUNCTION search_config(language locale) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE language WHEN 'es' THEN 'public.spanish_plain'::regconfig ELSE 'public.english_plain'::regconfig END $$;
