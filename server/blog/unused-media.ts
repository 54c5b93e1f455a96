import { db, Prisma } from '../database/db.ts'

const unusedDays = 30 // days for which an unused picture stays, since an unsaved text or a restored version may use it
const batchRows = 50

/** SQL conditions under which a picture is in use. Any new use of pictures needs a condition here. */
const uses = [
  Prisma.sql`EXISTS (SELECT FROM post WHERE post.cover_hash = media.hash)`,
  Prisma.sql`EXISTS (SELECT FROM post_text WHERE post_text.body LIKE '%/media/' || media.hash || '%')`,
  Prisma.sql`EXISTS (SELECT FROM site_page_text WHERE site_page_text.body LIKE '%/media/' || media.hash || '%')`,
  Prisma.sql`EXISTS (SELECT FROM site_setting WHERE media.hash IN (logo_hash, logo_dark_hash, card_hash))`,
]

/** Removes unused pictures. A picture whose row is locked is checked in the next run. */
export async function removeUnusedMedia(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - unusedDays * 86_400_000)
  const isUnused = Prisma.sql`NOT (${Prisma.join(uses, ' OR ')})`
  for (let removed = 0; ;) {
    const batch = await db.$transaction(async (transaction) => {
      const old = await transaction.$queryRaw<{ hash: string }[]>`
        SELECT hash FROM media WHERE created_at < ${before} AND ${isUnused} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED`
      // Checks again after locking the rows, since a picture may be in use by now.
      const hashes = old.map(({ hash }) => hash)
      return transaction.$executeRaw`DELETE FROM media WHERE hash = ANY(${hashes}) AND ${isUnused}`
    })
    removed += batch
    if (batch < batchRows) return removed
  }
}
