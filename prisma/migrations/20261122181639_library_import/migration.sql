-- Files that admins import in the browser.
-- CreateEnum
CREATE TYPE "library_import_state" AS ENUM ('uploading', 'waiting', 'running', 'done', 'failed');

-- CreateTable
CREATE TABLE "library_import" (
    "id" UUID NOT NULL,
    "actor_id" INTEGER,
    "file_name" TEXT,
    "format" TEXT NOT NULL,
    "map" TEXT,
    "use_case" TEXT,
    "tier" SMALLINT,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "dry_run" BOOLEAN NOT NULL,
    "state" "library_import_state" NOT NULL DEFAULT 'uploading',
    "phase" TEXT NOT NULL DEFAULT 'rows',
    "bytes_done" INTEGER NOT NULL DEFAULT 0,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "rejected" INTEGER NOT NULL DEFAULT 0,
    "types" JSONB NOT NULL DEFAULT '{}',
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "library_import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "library_import_part" (
    "import_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "library_import_part_pkey" PRIMARY KEY ("import_id","number")
);

-- CreateTable
CREATE TABLE "library_import_rejection" (
    "id" BIGSERIAL NOT NULL,
    "import_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "row" TEXT NOT NULL,

    CONSTRAINT "library_import_rejection_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "library_import_expires_at_idx" ON "library_import"("expires_at");

-- CreateIndex
CREATE INDEX "library_import_actor_id_idx" ON "library_import"("actor_id");

-- CreateIndex
CREATE INDEX "library_import_rejection_import_id_id_idx" ON "library_import_rejection"("import_id", "id");

-- AddForeignKey
ALTER TABLE "library_import" ADD CONSTRAINT "library_import_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_import_part" ADD CONSTRAINT "library_import_part_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "library_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_import_rejection" ADD CONSTRAINT "library_import_rejection_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "library_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One at a time, whichever server is asked.
CREATE UNIQUE INDEX library_import_one ON library_import ((true)) WHERE state IN ('waiting', 'running');
