-- Not CONCURRENTLY: it would wait for the servers that wait for this migration. Writers wait meanwhile, 10 s or so at a million members.
CREATE INDEX "user_created_at_idx" ON "user"("created_at");
CREATE INDEX "access_tier_user_id_idx" ON "access"("tier", "user_id" DESC);
CREATE INDEX "category_clicks_day_category_id_idx" ON "category_clicks"("day", "category_id");
CREATE INDEX "prompt_copies_day_prompt_id_idx" ON "prompt_copies"("day", "prompt_id");
CREATE INDEX stripe_event_waiting ON stripe_event (received_at) WHERE processed_at IS NULL;
CREATE INDEX user_words ON "user" USING gin (member_words(username, email, first_name, last_name) gin_trgm_ops);
CREATE INDEX user_email_start ON "user" (email text_pattern_ops);
CREATE INDEX user_staff ON "user" (role, id DESC) WHERE role <> 'user';
CREATE INDEX user_blocked ON "user" (id DESC) WHERE blocked_at IS NOT NULL;
CREATE INDEX user_unconfirmed ON "user" (id DESC) WHERE email_confirmed_at IS NULL;
