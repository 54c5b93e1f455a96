-- What was filled in for the example, by placeholder; and with which models somebody has tried the prompt.
ALTER TABLE "prompt_text" ADD COLUMN "example_values" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "prompt" ADD COLUMN "test_records" JSONB NOT NULL DEFAULT '[]';
