-- CreateTable
CREATE TABLE "plan" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "tier" SMALLINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "purchasable" BOOLEAN NOT NULL DEFAULT false,
    "monthly_price" INTEGER,
    "monthly_old_price" INTEGER,
    "monthly_days" INTEGER NOT NULL DEFAULT 30,
    "yearly_price" INTEGER,
    "yearly_old_price" INTEGER,
    "yearly_days" INTEGER NOT NULL DEFAULT 365,
    "yearly_discount" INTEGER,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan_text" (
    "plan_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "name" TEXT NOT NULL,
    "sub_title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "unavailable_text" TEXT,

    CONSTRAINT "plan_text_pkey" PRIMARY KEY ("plan_id","locale")
);

-- CreateIndex
CREATE UNIQUE INDEX "plan_slug_key" ON "plan"("slug");

-- AddForeignKey
ALTER TABLE "plan_text" ADD CONSTRAINT "plan_text_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
ALTER TABLE plan ADD CONSTRAINT plan_currency CHECK (currency ~ '^[A-Z]{3}$');
ALTER TABLE plan ADD CONSTRAINT plan_tier_range CHECK (tier BETWEEN 0 AND 1000);
ALTER TABLE plan ADD CONSTRAINT plan_prices CHECK (least(monthly_price, monthly_old_price, yearly_price, yearly_old_price) >= 0);
ALTER TABLE plan ADD CONSTRAINT plan_old_prices CHECK (monthly_old_price > monthly_price AND yearly_old_price > yearly_price);
ALTER TABLE plan ADD CONSTRAINT plan_days CHECK (least(monthly_days, yearly_days) > 0);
ALTER TABLE plan ADD CONSTRAINT plan_discount CHECK (yearly_discount BETWEEN 1 AND 100);
ALTER TABLE plan ADD CONSTRAINT plan_purchasable CHECK (NOT purchasable OR greatest(monthly_price, yearly_price, 0) > 0);

CREATE TRIGGER plan_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON plan EXECUTE FUNCTION announce_all('plans');
CREATE TRIGGER plan_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON plan_text EXECUTE FUNCTION announce_all('plans');
