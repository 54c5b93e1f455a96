-- AlterTable
ALTER TABLE "plan" ADD COLUMN "hidden" BOOLEAN NOT NULL DEFAULT false;
