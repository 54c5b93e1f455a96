import { db } from '../database/db.ts'
import { listPendingMigrations } from '../database/migrations.ts'
import { writeCheckQuery } from '../database/standbys.ts'

export async function isReady(): Promise<boolean> {
  const pending = await listPendingMigrations((sql) => db.$queryRawUnsafe(sql))
  if (pending.length > 0) return false
  await db.$queryRawUnsafe(writeCheckQuery)
  return true
}
