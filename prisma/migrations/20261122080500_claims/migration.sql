-- AlterTable
ALTER TABLE "user" ADD COLUMN     "removal_asked_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "claimed_until" TIMESTAMPTZ(3);
