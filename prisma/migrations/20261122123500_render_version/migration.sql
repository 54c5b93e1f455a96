-- CreateIndex
CREATE INDEX "comment_render_version_idx" ON "comment"("render_version");

-- CreateIndex
CREATE INDEX "thread_render_version_idx" ON "thread"("render_version");
