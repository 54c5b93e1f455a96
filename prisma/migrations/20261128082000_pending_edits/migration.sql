-- AlterEnum
ALTER TYPE "notification_kind" ADD VALUE 'edit_published';
ALTER TYPE "notification_kind" ADD VALUE 'edit_rejected';

-- CreateTable
CREATE TABLE "pending_edit" (
    "id" SERIAL NOT NULL,
    "thread_id" INTEGER,
    "comment_id" INTEGER,
    "author_id" INTEGER NOT NULL,
    "title" TEXT,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "render_version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_edit_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "pending_edit_target" CHECK (num_nonnulls("thread_id", "comment_id") = 1)
);

-- CreateIndex
CREATE UNIQUE INDEX "pending_edit_thread_id_key" ON "pending_edit"("thread_id");

-- CreateIndex
CREATE UNIQUE INDEX "pending_edit_comment_id_key" ON "pending_edit"("comment_id");

-- CreateIndex
CREATE INDEX "pending_edit_author_id_idx" ON "pending_edit"("author_id");

-- AddForeignKey
ALTER TABLE "pending_edit" ADD CONSTRAINT "pending_edit_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_edit" ADD CONSTRAINT "pending_edit_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_edit" ADD CONSTRAINT "pending_edit_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
