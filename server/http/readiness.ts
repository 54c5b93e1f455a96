import { db } from '../database/db.ts'
import { pendingMigrations } from '../database/migrations.ts'
import { writeCheck } from '../database/write-check.ts'

/** Whether the database is migrated and takes writes; apart from its route, as routes read no database. Throws where it does not answer. */
export async function isReady(): Promise<boolean> {
  const pending = await pendingMigrations((sql) => db.$queryRawUnsafe(sql))
  if (pending.length > 0) return false
  await db.$queryRawUnsafe(writeCheck)
  return true
}
