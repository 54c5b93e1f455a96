-- AlterTable
ALTER TABLE "user" ADD COLUMN     "username_skeleton" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "user_username_skeleton_key" ON "user"("username_skeleton");
