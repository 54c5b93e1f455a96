-- CreateTable
CREATE TABLE "stripe_account" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "key_prefix" TEXT NOT NULL,
    "events_read_at" TIMESTAMPTZ(3),
    "subscriptions_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_attempt" (
    "intent" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stripe_attempt_pkey" PRIMARY KEY ("intent")
);

-- CreateTable
CREATE TABLE "customer_reading" (
    "customer_id" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_reading_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "unknown_status" (
    "object_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unknown_status_pkey" PRIMARY KEY ("object_id")
);

-- CreateIndex
CREATE INDEX "unknown_status_customer_id_idx" ON "unknown_status"("customer_id");

-- AddForeignKey
ALTER TABLE "customer_reading" ADD CONSTRAINT "customer_reading_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unknown_status" ADD CONSTRAINT "unknown_status_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One row.
ALTER TABLE "stripe_account" ADD CONSTRAINT "stripe_account_is_one" CHECK ("id");
