import { db } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { editablePosts } from './editable-posts.ts'

const isDue = (now: Date) => ({ status: 'scheduled', published_at: { lte: now } }) as const

/** Publishes a post. A row lock lets one server publish; the others then find the post published. */
const publish = (id: number, now: Date) =>
  db.$transaction(async (transaction) => {
    await editablePosts.lock(transaction, id)
    const before = await editablePosts.read(transaction, id)
    const { count } = await transaction.post.updateMany({
      where: { id, ...isDue(now) },
      data: { status: 'published' },
    })
    const after = await editablePosts.read(transaction, id)
    if (count === 0 || !before || !after) return
    const kind = 'post'
    await addAuditEntry(transaction, { actor_id: null, kind, action: 'published', target: id, before, after })
  })

export async function publishScheduled(now = new Date()): Promise<void> {
  for (const { id } of await db.post.findMany({ where: isDue(now), select: { id: true } })) await publish(id, now)
}
