-- AlterTable
ALTER TABLE "prompt_text" ADD COLUMN     "labels" JSONB NOT NULL DEFAULT '{}';

ALTER TABLE prompt_text ADD CONSTRAINT prompt_text_labels_object CHECK (jsonb_typeof(labels) = 'object');
