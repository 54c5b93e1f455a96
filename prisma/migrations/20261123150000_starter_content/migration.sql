-- CreateTable
CREATE TABLE "starter_version" (
    "version" TEXT NOT NULL,
    "filled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "starter_version_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "starter_item" (
    "kind" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "starter_item_pkey" PRIMARY KEY ("kind","slug")
);
