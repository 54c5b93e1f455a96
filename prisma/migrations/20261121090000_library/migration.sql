-- CreateEnum
CREATE TYPE "locale" AS ENUM ('en', 'es');

-- CreateEnum
CREATE TYPE "length_tag" AS ENUM ('short', 'medium', 'long', 'unknown');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('user', 'moderator', 'admin');

-- CreateTable
CREATE TABLE "user" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL DEFAULT 'user',
    "tier" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "functional_group" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "model_ids" INTEGER[],

    CONSTRAINT "functional_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "functional_group_text" (
    "functional_group_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "functional_group_text_pkey" PRIMARY KEY ("functional_group_id","locale")
);

-- CreateTable
CREATE TABLE "model" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tag" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tag_text" (
    "tag_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "tag_text_pkey" PRIMARY KEY ("tag_id","locale")
);

-- CreateTable
CREATE TABLE "category" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "functional_group_id" INTEGER NOT NULL,
    "required_tier" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "category_text" (
    "category_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "warning_text" TEXT,

    CONSTRAINT "category_text_pkey" PRIMARY KEY ("category_id","locale")
);

-- CreateTable
CREATE TABLE "use_case" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "category_id" INTEGER NOT NULL,
    "required_tier" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "use_case_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "use_case_text" (
    "use_case_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "title" TEXT NOT NULL,

    CONSTRAINT "use_case_text_pkey" PRIMARY KEY ("use_case_id","locale")
);

-- CreateTable
CREATE TABLE "prompt" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "use_case_id" INTEGER NOT NULL,
    "required_tier" SMALLINT NOT NULL DEFAULT 0,
    "length_tag" "length_tag" NOT NULL DEFAULT 'unknown',
    "model_ids" INTEGER[],
    "tag_ids" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rating_sum" INTEGER NOT NULL DEFAULT 0,
    "rating_count" INTEGER NOT NULL DEFAULT 0,
    "rating_avg" DOUBLE PRECISION,

    CONSTRAINT "prompt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prompt_text" (
    "prompt_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "title" TEXT NOT NULL,
    "short_description" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "how_to_use" TEXT NOT NULL,
    "known_issues" TEXT NOT NULL,

    CONSTRAINT "prompt_text_pkey" PRIMARY KEY ("prompt_id","locale")
);

-- CreateTable
CREATE TABLE "prompt_search" (
    "prompt_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "title" tsvector NOT NULL,
    "document" tsvector NOT NULL,

    CONSTRAINT "prompt_search_pkey" PRIMARY KEY ("prompt_id","locale")
);

-- CreateTable
CREATE TABLE "rating" (
    "prompt_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "value" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rating_pkey" PRIMARY KEY ("prompt_id","user_id")
);

-- CreateTable
CREATE TABLE "saved_prompt" (
    "user_id" INTEGER NOT NULL,
    "prompt_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_prompt_pkey" PRIMARY KEY ("user_id","prompt_id")
);

-- CreateTable
CREATE TABLE "category_clicks" (
    "category_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "category_clicks_pkey" PRIMARY KEY ("category_id","day")
);

-- CreateTable
CREATE TABLE "prompt_copies" (
    "prompt_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "prompt_copies_pkey" PRIMARY KEY ("prompt_id","day")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_username_key" ON "user"("username");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "functional_group_slug_key" ON "functional_group"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "model_slug_key" ON "model"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "tag_slug_key" ON "tag"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "category_slug_key" ON "category"("slug");

-- CreateIndex
CREATE INDEX "category_functional_group_id_idx" ON "category"("functional_group_id");

-- CreateIndex
CREATE UNIQUE INDEX "use_case_slug_key" ON "use_case"("slug");

-- CreateIndex
CREATE INDEX "use_case_category_id_idx" ON "use_case"("category_id");

-- CreateIndex
CREATE UNIQUE INDEX "prompt_slug_key" ON "prompt"("slug");

-- CreateIndex
CREATE INDEX "rating_user_id_idx" ON "rating"("user_id");

-- CreateIndex
CREATE INDEX "saved_prompt_user_id_created_at_prompt_id_idx" ON "saved_prompt"("user_id", "created_at" DESC, "prompt_id" DESC);

-- CreateIndex
CREATE INDEX "saved_prompt_prompt_id_idx" ON "saved_prompt"("prompt_id");

-- AddForeignKey
ALTER TABLE "functional_group_text" ADD CONSTRAINT "functional_group_text_functional_group_id_fkey" FOREIGN KEY ("functional_group_id") REFERENCES "functional_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_text" ADD CONSTRAINT "tag_text_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tag"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category" ADD CONSTRAINT "category_functional_group_id_fkey" FOREIGN KEY ("functional_group_id") REFERENCES "functional_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category_text" ADD CONSTRAINT "category_text_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "use_case" ADD CONSTRAINT "use_case_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "use_case_text" ADD CONSTRAINT "use_case_text_use_case_id_fkey" FOREIGN KEY ("use_case_id") REFERENCES "use_case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt" ADD CONSTRAINT "prompt_use_case_id_fkey" FOREIGN KEY ("use_case_id") REFERENCES "use_case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_text" ADD CONSTRAINT "prompt_text_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_search" ADD CONSTRAINT "prompt_search_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating" ADD CONSTRAINT "rating_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating" ADD CONSTRAINT "rating_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category_clicks" ADD CONSTRAINT "category_clicks_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_copies" ADD CONSTRAINT "prompt_copies_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;
