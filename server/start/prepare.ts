import { join } from 'node:path'
import { migrate } from '../database/migrations.ts'
import type { EnsuredDatabase } from '../embedded/ensure-database.ts'
import { openDatabase } from '../database/db.ts'
import type { Settings } from '../settings/settings.ts'
import { announceFirstAdmin } from '../users/first-admin.ts'
import { backfillUsernameSkeletons } from '../users/usernames.ts'
import { addStarterContent } from './starter-content.ts'

/** Migrates, opens and fills the database. Returns the applied migrations. Concurrent servers take turns. */
export async function prepareDatabase(settings: Settings, { url, pooledUrl }: EnsuredDatabase): Promise<string[]> {
  const applied = await migrate(url)
  await openDatabase(url, settings.DATABASE_POOL, pooledUrl)
  await backfillUsernameSkeletons()
  if (settings.SEED === 'none') return applied
  await addStarterContent(settings.SITE_NAME)
  await announceFirstAdmin(join(settings.DATA_DIR, 'first-admin.json'), process.stdout.isTTY)
  return applied
}
