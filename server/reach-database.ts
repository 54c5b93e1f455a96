import { join } from 'node:path'
import { lockDataFolder } from './data-folder.ts'
import { startPostgres } from './postgres.ts'
import type { Settings } from './settings.ts'

/** The database that the settings name, or our own, which is started for it and stopped by `release`. */
export async function reachDatabase(settings: Settings): Promise<{ url: string; release: () => Promise<void> }> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, release: async () => {} }
  const unlock = await lockDataFolder(settings.DATA_DIR)
  try {
    const postgres = await startPostgres(join(settings.DATA_DIR, 'postgres'))
    return { url: postgres.url, release: () => postgres.stop().finally(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}
