-- What people wrote before texts were normalized at each request: Unicode NFC, with "\n" as the only line end. Only rows
-- that differ are written, by their triggers. The audit log keeps what it recorded.
DO $$
DECLARE
  written record;
BEGIN
  FOR written IN
    SELECT table_name AS name, column_name AS field, data_type = 'jsonb' AS is_json, EXISTS (
             SELECT FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
              WHERE indisunique AND indrelid = format('public.%I', table_name)::regclass AND attname = column_name) AS is_unique
      FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb') AND is_generated = 'NEVER'
       AND table_name = ANY ('{user,access,model,tag,tag_text,functional_group,functional_group_text,category,category_text,
         use_case,use_case_text,prompt,prompt_text,prompt_set,prompt_set_text,pipeline,pipeline_text,pipeline_step_text,collection,
         plan_text,testimonial,testimonial_text,faq_item_text,site_page_text,landing_section,site_setting,announcement,
         former_slug,post,post_text,post_tag_text,section_text,thread,thread_change,thread_draft,comment,report}'::text[])
     ORDER BY table_name, column_name
  LOOP
    IF written.is_json THEN
      EXECUTE format(
        $sql$UPDATE %1$I SET %2$I = regexp_replace(normalize(%2$I::text, NFC), '(?<!\\)((?:\\\\)*)\\r(?:\\n)?', '\1\\n', 'g')::jsonb
              WHERE %2$I::text IS NOT NFC NORMALIZED OR %2$I::text ~ '(?<!\\)(?:\\\\)*\\r'$sql$, written.name, written.field);
    ELSIF written.is_unique THEN
      -- Of two that would be one, both stay.
      EXECUTE format(
        $sql$UPDATE %1$I AS own SET %2$I = normalize(%2$I, NFC)
              WHERE %2$I IS NOT NFC NORMALIZED
                AND NOT EXISTS (SELECT FROM %1$I AS other WHERE other.ctid <> own.ctid AND normalize(other.%2$I, NFC) = normalize(own.%2$I, NFC))$sql$,
        written.name, written.field);
    ELSE
      EXECUTE format(
        $sql$UPDATE %1$I SET %2$I = normalize(replace(replace(%2$I, E'\r\n', E'\n'), E'\r', E'\n'), NFC)
              WHERE %2$I IS NOT NFC NORMALIZED OR strpos(%2$I, E'\r') > 0$sql$, written.name, written.field);
    END IF;
  END LOOP;
END $$;
