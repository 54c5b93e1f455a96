-- DropIndex
DROP INDEX "one_time_token_user_id_purpose_idx";

-- CreateIndex
CREATE UNIQUE INDEX "one_time_token_user_id_purpose_key" ON "one_time_token"("user_id", "purpose");
