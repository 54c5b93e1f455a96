-- AlterEnum
ALTER TYPE "notification_kind" ADD VALUE 'silenced';
ALTER TYPE "notification_kind" ADD VALUE 'silence_ended';

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "silence_reason" TEXT,
ADD COLUMN     "silenced_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "ends_at" TIMESTAMPTZ(3);
