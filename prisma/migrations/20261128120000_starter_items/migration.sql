-- DropTable
DROP TABLE "starter_item";
