-- AlterTable
ALTER TABLE "thread_member" ADD COLUMN     "read_comment_id" INTEGER;
