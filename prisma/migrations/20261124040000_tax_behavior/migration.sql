-- CreateEnum
CREATE TYPE "tax_behavior" AS ENUM ('exclusive', 'inclusive', 'unspecified');

-- AlterTable
ALTER TABLE "plan" ADD COLUMN     "tax_behavior" "tax_behavior" NOT NULL DEFAULT 'exclusive';

-- AlterTable
ALTER TABLE "stripe_price" ADD COLUMN     "tax_behavior" "tax_behavior" NOT NULL DEFAULT 'exclusive';
