-- AlterTable
ALTER TABLE "site_setting" ADD COLUMN     "card_hash" TEXT;

-- AddForeignKey
ALTER TABLE "site_setting" ADD CONSTRAINT "site_setting_card_hash_fkey" FOREIGN KEY ("card_hash") REFERENCES "media"("hash") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE "site_setting" VALIDATE CONSTRAINT "site_setting_card_hash_fkey";
