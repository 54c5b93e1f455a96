import { db } from '../db.ts'

/** A trigger drops what was cached of all posts, even where a statement changes none. */
export async function publishScheduled(now = new Date()): Promise<void> {
  const where = { status: 'scheduled', published_at: { lte: now } } as const
  if (await db.post.findFirst({ where, select: { id: true } }))
    await db.post.updateMany({ where, data: { status: 'published' } })
}
