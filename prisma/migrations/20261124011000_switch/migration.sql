ALTER TABLE "subscription"
  ADD COLUMN "switch_price_id" TEXT,
  ADD COLUMN "switch_schedule_id" TEXT;
