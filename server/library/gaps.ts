import { db } from '../db.ts'

const batchRows = 500

/** What was there before `gaps` was. Gives way to whoever holds a prompt: a later run takes it. */
export async function completeGaps(maxMs: number): Promise<void> {
  const startedAt = performance.now()
  for (let count = batchRows; count === batchRows && performance.now() - startedAt < maxMs;)
    count = await db.$executeRaw`
      UPDATE prompt SET gaps = coalesce(gaps_of(prompt.id), '{}') FROM (
        SELECT id FROM prompt WHERE gaps IS NULL ORDER BY id LIMIT ${batchRows} FOR NO KEY UPDATE SKIP LOCKED) AS unknown
       WHERE prompt.id = unknown.id`
}
