import { db, Prisma } from '../database/db.ts'

/** For pictures that were uploaded for a text which is not saved yet, or that a former state is restored with. */
const unusedDays = 30
const batchRows = 50

/** What keeps a picture, by its `media.hash`: whoever shows pictures elsewhere adds it here. */
const uses = [
  Prisma.sql`EXISTS (SELECT FROM post WHERE post.cover_hash = media.hash)`,
  Prisma.sql`EXISTS (SELECT FROM post_text WHERE post_text.body LIKE '%/media/' || media.hash || '%')`,
  Prisma.sql`EXISTS (SELECT FROM site_page_text WHERE site_page_text.body LIKE '%/media/' || media.hash || '%')`,
  Prisma.sql`EXISTS (SELECT FROM site_setting WHERE media.hash IN (logo_hash, logo_dark_hash, card_hash))`,
]

/** Those that somebody takes into use at this moment are locked: they are looked at again the next time. */
export async function removeUnusedMedia(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - unusedDays * 86_400_000)
  const isUnused = Prisma.sql`NOT (${Prisma.join(uses, ' OR ')})`
  for (let removed = 0; ;) {
    const batch = await db.$transaction(async (transaction) => {
      const old = await transaction.$queryRaw<{ hash: string }[]>`
        SELECT hash FROM media WHERE created_at < ${before} AND ${isUnused} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED`
      // What was taken into use until its lock was had is seen by this statement.
      const hashes = old.map(({ hash }) => hash)
      return transaction.$executeRaw`DELETE FROM media WHERE hash = ANY(${hashes}) AND ${isUnused}`
    })
    removed += batch
    if (batch < batchRows) return removed
  }
}
