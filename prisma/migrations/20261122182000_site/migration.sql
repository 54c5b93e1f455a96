-- CreateTable
CREATE TABLE "site_setting" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "logo_hash" TEXT,
    "logo_dark_hash" TEXT,

    CONSTRAINT "site_setting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "announcement" (
    "id" SERIAL NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL,
    "link" TEXT NOT NULL DEFAULT '',
    "text_en" TEXT NOT NULL DEFAULT '',
    "text_es" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "announcement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "announcement_until_at_idx" ON "announcement"("until_at");

-- AddForeignKey
ALTER TABLE "site_setting" ADD CONSTRAINT "site_setting_logo_hash_fkey" FOREIGN KEY ("logo_hash") REFERENCES "media"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_setting" ADD CONSTRAINT "site_setting_logo_dark_hash_fkey" FOREIGN KEY ("logo_dark_hash") REFERENCES "media"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;


ALTER TABLE "site_setting" ADD CONSTRAINT "site_setting_one_row" CHECK (id = 1);
ALTER TABLE "announcement" ADD CONSTRAINT "announcement_order" CHECK (from_at < until_at);

CREATE TRIGGER site_setting_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site_setting EXECUTE FUNCTION invalidate_tag('site');
CREATE TRIGGER announcement_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON announcement EXECUTE FUNCTION invalidate_tag('site');
