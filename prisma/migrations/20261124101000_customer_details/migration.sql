-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "stripe_email" TEXT,
ADD COLUMN     "stripe_language" TEXT,
ADD COLUMN     "stripe_name" TEXT;
