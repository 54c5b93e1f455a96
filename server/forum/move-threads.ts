import { inBatches } from '../database/batches.ts'
import { db } from '../database/db.ts'
import { retryDeadlock } from '../sql/deadlocks.ts'

/** To where it leads now: an admin may have removed that too. */
const moveBatch = (id: number, rows: number) =>
  retryDeadlock(
    () => db.$executeRaw`
      UPDATE thread SET section_id = successor_id, pinned_at = NULL FROM section
       WHERE section.id = ${id} AND successor_id IS NOT NULL AND thread.id = ANY (ARRAY(
         SELECT id FROM thread WHERE section_id = ${id} ORDER BY id LIMIT ${rows} FOR NO KEY UPDATE))`,
  )

export type MoveOptions = { rows?: number; maxMs?: number }

/** Moves the threads of removed sections to their successors in batches, and removes a section with its last thread. */
export async function moveThreads({ rows = 1_000, maxMs = Infinity }: MoveOptions = {}): Promise<void> {
  const endsAt = performance.now() + maxMs
  const removed = await db.section.findMany({ where: { successor_id: { not: null } }, select: { id: true } })
  for (const { id } of removed) {
    await inBatches((most) => moveBatch(id, most), { rows, maxMs: endsAt - performance.now() })
    // Not while a thread is there that came or stayed meanwhile.
    await db.$executeRaw`
      DELETE FROM section WHERE id = ${id} AND successor_id IS NOT NULL
         AND NOT EXISTS (SELECT FROM thread WHERE section_id = ${id})
         AND NOT EXISTS (SELECT FROM section AS other WHERE other.successor_id = ${id})`
  }
}
