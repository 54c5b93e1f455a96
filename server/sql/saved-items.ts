import { Prisma, queryRows } from '../database/db.ts'
import { notFound } from '../problem.ts'

type SavableTable = 'prompt' | 'post' | 'thread'
type SavedItem = { slug: string; user_id: number; isVisible: Prisma.Sql }

const slugColumns = { prompt: 'slug', post: 'slug', thread: 'meta_slug' } as const

const columnsOf = (table: SavableTable) => ({
  item: Prisma.raw(table),
  slugColumn: Prisma.raw(`${table}.${slugColumns[table]}`),
  saved: Prisma.raw(`saved_${table}`),
  item_id: Prisma.raw(`${table}_id`),
})

/** Saves an item. Idempotent. Throws 404 if it is not visible. Row locks keep item and member until commit. */
export async function saveItem(table: SavableTable, { slug, user_id, isVisible }: SavedItem): Promise<void> {
  const { item, slugColumn, saved, item_id } = columnsOf(table)
  const found = await queryRows(Prisma.sql`
    WITH found AS (
      SELECT ${item}.id AS item_id, "user".id AS user_id FROM ${item}, "user"
       WHERE ${slugColumn} = ${slug} AND ${isVisible} AND "user".id = ${user_id} FOR KEY SHARE
    ), added AS (
      INSERT INTO ${saved} (${item_id}, user_id) SELECT item_id, user_id FROM found ON CONFLICT DO NOTHING)
    SELECT item_id FROM found`)
  if (found.length === 0) throw notFound()
}

/** Removes a saved item, even if it is not visible any more. Idempotent. Throws 404 if neither saved nor visible. */
export async function unsaveItem(table: SavableTable, { slug, user_id, isVisible }: SavedItem): Promise<void> {
  const { item, slugColumn, saved, item_id } = columnsOf(table)
  const found = await queryRows(Prisma.sql`
    WITH removed AS (
      DELETE FROM ${saved} USING ${item}
       WHERE ${item_id} = ${item}.id AND ${slugColumn} = ${slug} AND user_id = ${user_id} RETURNING ${item_id})
    SELECT ${item}.id FROM ${item} WHERE ${slugColumn} = ${slug} AND (${isVisible} OR EXISTS (SELECT FROM removed))`)
  if (found.length === 0) throw notFound()
}
