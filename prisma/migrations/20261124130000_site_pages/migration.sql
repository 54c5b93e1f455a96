-- CreateTable
CREATE TABLE "site_page" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "is_published" BOOLEAN NOT NULL,
    "in_footer" BOOLEAN NOT NULL,
    "in_navigation" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_page_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_page_text" (
    "site_page_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "body_html" TEXT NOT NULL,
    "render_version" INTEGER NOT NULL,

    CONSTRAINT "site_page_text_pkey" PRIMARY KEY ("site_page_id","locale")
);

-- CreateIndex
CREATE UNIQUE INDEX "site_page_slug_key" ON "site_page"("slug");

-- AddForeignKey
ALTER TABLE "site_page_text" ADD CONSTRAINT "site_page_text_site_page_id_fkey" FOREIGN KEY ("site_page_id") REFERENCES "site_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER site_page_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site_page
  EXECUTE FUNCTION invalidate_tag('site');
CREATE TRIGGER site_page_text_changed
  AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF site_page_id, locale, title, body, body_html
  ON site_page_text EXECUTE FUNCTION invalidate_tag('site');
