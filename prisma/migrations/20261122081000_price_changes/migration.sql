-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "next_price_id" TEXT,
ADD COLUMN     "schedule_id" TEXT;

-- AlterTable
ALTER TABLE "checkout" ADD COLUMN     "price_id" TEXT NOT NULL DEFAULT '';
ALTER TABLE "checkout" ALTER COLUMN "price_id" DROP DEFAULT;

-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN     "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "price_change" (
    "id" SERIAL NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "billing_period" "billing_period" NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_notice" (
    "price_change_id" INTEGER NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "effective_from" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_notice_pkey" PRIMARY KEY ("price_change_id","subscription_id")
);

-- CreateIndex
CREATE INDEX "subscription_plan_id_billing_period_id_idx" ON "subscription"("plan_id", "billing_period", "id");

-- CreateIndex
CREATE INDEX "price_change_plan_id_billing_period_idx" ON "price_change"("plan_id", "billing_period");

-- CreateIndex
CREATE INDEX "price_notice_subscription_id_idx" ON "price_notice"("subscription_id");

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_notice" ADD CONSTRAINT "price_notice_price_change_id_fkey" FOREIGN KEY ("price_change_id") REFERENCES "price_change"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_notice" ADD CONSTRAINT "price_notice_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
ALTER TABLE price_change ADD CONSTRAINT price_change_amount CHECK (amount > 0);

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is only added to: % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_entry_append_only;
