-- AlterTable
ALTER TABLE "one_time_token" ADD COLUMN     "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "links_ended_at" TIMESTAMPTZ(3);
