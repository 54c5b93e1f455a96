-- AlterTable
ALTER TABLE "unknown_status" ADD COLUMN     "payment_id" TEXT;
