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

-- AddForeignKey
ALTER TABLE "refund_order" ADD CONSTRAINT "refund_order_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is open is few among very many.
CREATE INDEX "refund_order_open_idx" ON "refund_order"("created_at") WHERE "refund_id" IS NULL AND "failure" IS NULL;
