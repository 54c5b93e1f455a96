-- CreateTable
CREATE TABLE "signing_key" (
    "kid" TEXT NOT NULL,
    "first_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid")
);
