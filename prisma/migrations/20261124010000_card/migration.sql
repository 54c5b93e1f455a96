ALTER TABLE "customer"
  ADD COLUMN "card_brand" TEXT,
  ADD COLUMN "card_last4" TEXT,
  ADD COLUMN "card_exp_month" INTEGER,
  ADD COLUMN "card_exp_year" INTEGER;
