import { Prisma } from '../database/db.ts'

/** SQL conditions for public items. They have no joins, unlike the `effective_…` views, for scans of a large table. */
export const isPublicItem = {
  category: Prisma.sql`archived_at IS NULL`,
  use_case: Prisma.sql`archived_at IS NULL
    AND category_id <> ALL (ARRAY(SELECT id FROM category AS parent WHERE parent.archived_at IS NOT NULL))`,
  prompt: Prisma.sql`archived_at IS NULL
    AND use_case_id <> ALL (ARRAY(SELECT id FROM every_use_case AS parent WHERE parent.is_archived))`,
  pipeline: Prisma.sql`id IN (SELECT id FROM effective_pipeline)`,
}
