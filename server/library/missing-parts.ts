import { db } from '../database/db.ts'

const batchRows = 500

/** Fills `gaps` in rows older than the column. A locked row is left to a later run. */
export async function backfillMissingParts(maxMs: number): Promise<void> {
  const startedAt = performance.now()
  for (let count = batchRows; count === batchRows && performance.now() - startedAt < maxMs;)
    count = await db.$executeRaw`
      UPDATE prompt SET gaps = coalesce(gaps_of(prompt.id), '{}') FROM (
        SELECT id FROM prompt WHERE gaps IS NULL ORDER BY id LIMIT ${batchRows} FOR NO KEY UPDATE SKIP LOCKED) AS unknown
       WHERE prompt.id = unknown.id`
}
