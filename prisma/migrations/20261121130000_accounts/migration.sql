-- CreateEnum
CREATE TYPE "token_purpose" AS ENUM ('confirm_email', 'change_email', 'reset_password', 'google');

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "avatar_color" TEXT NOT NULL DEFAULT '#4c2fa2',
ADD COLUMN     "email_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "first_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "google_sub" TEXT,
ADD COLUMN     "language" "locale" NOT NULL DEFAULT 'en',
ADD COLUMN     "last_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "password_hash" TEXT;

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "device" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "hash" TEXT NOT NULL,
    "session_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "rotated_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "one_time_token" (
    "hash" TEXT NOT NULL,
    "purpose" "token_purpose" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "email" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "one_time_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "used_credential" (
    "hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_credential_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "collection" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "share_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collection_prompt" (
    "collection_id" INTEGER NOT NULL,
    "prompt_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_prompt_pkey" PRIMARY KEY ("collection_id","prompt_id")
);

-- CreateIndex
CREATE INDEX "session_user_id_last_used_at_idx" ON "session"("user_id", "last_used_at" DESC);

-- CreateIndex
CREATE INDEX "refresh_token_session_id_idx" ON "refresh_token"("session_id");

-- CreateIndex
CREATE INDEX "refresh_token_expires_at_idx" ON "refresh_token"("expires_at");

-- CreateIndex
CREATE INDEX "one_time_token_user_id_purpose_idx" ON "one_time_token"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "one_time_token_expires_at_idx" ON "one_time_token"("expires_at");

-- CreateIndex
CREATE INDEX "used_credential_expires_at_idx" ON "used_credential"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "collection_share_key_key" ON "collection"("share_key");

-- CreateIndex
CREATE INDEX "collection_user_id_position_idx" ON "collection"("user_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "collection_user_id_name_key" ON "collection"("user_id", "name");

-- CreateIndex
CREATE INDEX "collection_prompt_prompt_id_idx" ON "collection_prompt"("prompt_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_google_sub_key" ON "user"("google_sub");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection" ADD CONSTRAINT "collection_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_prompt" ADD CONSTRAINT "collection_prompt_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_prompt" ADD CONSTRAINT "collection_prompt_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the API checks holds for every writer.
ALTER TABLE "user" ADD CONSTRAINT user_email_lower CHECK (email = lower(email)),
  ADD CONSTRAINT user_avatar_color CHECK (avatar_color ~ '^#[0-9a-f]{6}$');

-- Ana and ana would be taken for each other.
ALTER TABLE "user" ADD CONSTRAINT user_username_alike EXCLUDE USING btree (lower(username) WITH =);
