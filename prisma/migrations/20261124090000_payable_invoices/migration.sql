-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "is_payable" BOOLEAN NOT NULL DEFAULT false;

-- What is open now; the others were paid, or never can be.
UPDATE "payment" SET "is_payable" = true WHERE "invoice_url" IS NOT NULL AND "status" <> 'processing';
