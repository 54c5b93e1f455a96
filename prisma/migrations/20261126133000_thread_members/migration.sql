-- CreateEnum
CREATE TYPE "watch_level" AS ENUM ('following', 'replies', 'muted');

-- AlterEnum
ALTER TYPE "notification_kind" ADD VALUE 'followed_comment';

-- CreateTable
CREATE TABLE "thread_member" (
    "user_id" INTEGER NOT NULL,
    "thread_id" INTEGER NOT NULL,
    "watch" "watch_level",

    CONSTRAINT "thread_member_pkey" PRIMARY KEY ("user_id","thread_id")
);

-- CreateIndex
CREATE INDEX "thread_member_thread_id_idx" ON "thread_member"("thread_id");

-- AddForeignKey
ALTER TABLE "thread_member" ADD CONSTRAINT "thread_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_member" ADD CONSTRAINT "thread_member_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whom a comment reaches beside those whom it answers.
CREATE INDEX thread_followers ON thread_member (thread_id, user_id) WHERE watch = 'following';
