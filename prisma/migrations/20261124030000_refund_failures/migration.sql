-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "amount_charged_back" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "amount_failed_refunds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "amount_refund_due" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "amount_refund_resolved" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "dispute_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "fraud_warning" TEXT,
ADD COLUMN     "refund_refusal" TEXT;

-- AlterTable
ALTER TABLE "refund_order" ADD COLUMN     "credit_refund_id" UUID;

-- CreateTable
CREATE TABLE "credit_refund" (
    "id" UUID NOT NULL,
    "customer_id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_refund_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_notice" (
    "subscription_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_notice_pkey" PRIMARY KEY ("subscription_id","kind","subject")
);

-- CreateIndex
CREATE INDEX "credit_refund_customer_id_idx" ON "credit_refund"("customer_id");

-- AddForeignKey
ALTER TABLE "credit_refund" ADD CONSTRAINT "credit_refund_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_notice" ADD CONSTRAINT "subscription_notice_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Nobody is reminded twice of one renewal.
INSERT INTO "subscription_notice" ("subscription_id", "kind", "subject")
SELECT "id", 'renewal_7', to_char("announced_period_end" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  FROM "subscription" WHERE "announced_period_end" IS NOT NULL;

-- What is under way is little among very much.
CREATE INDEX "credit_refund_open_idx" ON "credit_refund"("created_at") WHERE "finished_at" IS NULL;
CREATE UNIQUE INDEX "credit_refund_one_open_idx" ON "credit_refund"("customer_id") WHERE "finished_at" IS NULL;
