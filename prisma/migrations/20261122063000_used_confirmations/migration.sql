-- AlterTable
ALTER TABLE "one_time_token" ADD COLUMN     "used_at" TIMESTAMPTZ(3);
