import { Prisma } from '../database/db.ts'

/**
 * Whether a row of the table itself is found in public: the rule of the `effective_…` views, for what goes through a big
 * table in the order of its ids, which a join would cost. Few are archived, so those are what is looked up.
 */
export const isPublicItem = {
  category: Prisma.sql`archived_at IS NULL`,
  use_case: Prisma.sql`archived_at IS NULL
    AND category_id <> ALL (ARRAY(SELECT id FROM category AS parent WHERE parent.archived_at IS NOT NULL))`,
  prompt: Prisma.sql`archived_at IS NULL
    AND use_case_id <> ALL (ARRAY(SELECT id FROM every_use_case AS parent WHERE parent.is_archived))`,
  pipeline: Prisma.sql`id IN (SELECT id FROM effective_pipeline)`,
}
