-- CreateTable
CREATE TABLE "refund_order" (
    "id" UUID NOT NULL,
    "payment_id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "refund_id" TEXT,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refund_order_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refund_order_payment_id_idx" ON "refund_order"("payment_id");

-- CreateIndex
CREATE INDEX "payment_created_at_id_idx" ON "payment"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "stripe_event_payment_intent_idx" ON "stripe_event"("payment_intent");

-- CreateIndex
CREATE INDEX "ledger_entry_event_id_idx" ON "ledger_entry"("event_id");

-- AddForeignKey
ALTER TABLE "refund_order" ADD CONSTRAINT "refund_order_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What waits is few among very many.
CREATE INDEX "stripe_event_waiting_idx" ON "stripe_event"("received_at" DESC, "id" DESC) WHERE "processed_at" IS NULL;
CREATE INDEX "payment_disputed_idx" ON "payment"("created_at" DESC, "id" DESC) WHERE "dispute_status" IS NOT NULL;
CREATE INDEX "refund_order_open_idx" ON "refund_order"("created_at") WHERE "refund_id" IS NULL AND "failure" IS NULL;
