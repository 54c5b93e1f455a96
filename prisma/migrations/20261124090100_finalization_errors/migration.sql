-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "finalization_error" TEXT,
ADD COLUMN     "tax_disabled_reason" TEXT;

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "tax_disabled_reason" TEXT;
