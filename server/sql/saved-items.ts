import { Prisma, queryRows } from '../database/db.ts'
import { notFound } from '../problem.ts'

type SavedItem = { slug: string; user_id: number; isVisible: Prisma.Sql }

const slugColumns = { prompt: 'slug', post: 'slug', thread: 'meta_slug' } as const

/** Saves an item, with row locks that keep item and member until commit. Finds visible items only. */
const insertion = (table: keyof typeof slugColumns, { slug, user_id, isVisible }: SavedItem) => {
  const [item, item_id] = [Prisma.raw(table), Prisma.raw(`${table}_id`)]
  return Prisma.sql`
    WITH found AS (
      SELECT ${item}.id AS item_id, "user".id AS user_id FROM ${item}, "user"
       WHERE ${item}.${Prisma.raw(slugColumns[table])} = ${slug} AND ${isVisible} AND "user".id = ${user_id} FOR KEY SHARE
    ), added AS (
      INSERT INTO ${Prisma.raw(`saved_${table}`)} (${item_id}, user_id) SELECT item_id, user_id FROM found ON CONFLICT DO NOTHING)
    SELECT item_id FROM found`
}

/** Removes a saved item, even if it is not visible any more. Finds saved and visible items. */
const deletion = (table: keyof typeof slugColumns, { slug, user_id, isVisible }: SavedItem) => {
  const [item, item_id] = [Prisma.raw(table), Prisma.raw(`${table}_id`)]
  const hasSlug = Prisma.sql`${item}.${Prisma.raw(slugColumns[table])} = ${slug}`
  return Prisma.sql`
    WITH removed AS (
      DELETE FROM ${Prisma.raw(`saved_${table}`)} USING ${item}
       WHERE ${item_id} = ${item}.id AND ${hasSlug} AND user_id = ${user_id} RETURNING ${item_id})
    SELECT ${item}.id FROM ${item} WHERE ${hasSlug} AND (${isVisible} OR EXISTS (SELECT FROM removed))`
}

/** Saves or unsaves an item. Idempotent. Throws 404 if it is not visible, unless a saved one is removed. */
export async function setSaved(table: keyof typeof slugColumns, item: SavedItem, is_saved: boolean) {
  const found = await queryRows((is_saved ? insertion : deletion)(table, item))
  if (found.length === 0) throw notFound()
  return { is_saved }
}
