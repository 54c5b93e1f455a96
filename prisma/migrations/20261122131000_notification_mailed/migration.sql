-- CreateIndex
CREATE INDEX "notification_user_id_mailed_at_idx" ON "notification"("user_id", "mailed_at");
