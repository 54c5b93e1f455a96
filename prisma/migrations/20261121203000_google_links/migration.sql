-- AlterEnum
ALTER TYPE "token_purpose" ADD VALUE 'google_link';
ALTER TYPE "token_purpose" ADD VALUE 'google_link_mail';

-- AlterTable
ALTER TABLE "one_time_token" ADD COLUMN     "google_sub" TEXT;
