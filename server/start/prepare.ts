import { join } from 'node:path'
import { addStarterPosts } from '../blog/starter-posts.ts'
import { migrate } from '../database/migrations.ts'
import type { ReachedDatabase } from '../embedded/reach-database.ts'
import { openDatabase } from '../database/db.ts'
import { addStarterSections } from '../forum/sections.ts'
import { addStarterLibrary } from '../library-import/starter.ts'
import type { Settings } from '../settings/settings.ts'
import { readStarterState } from '../starter/content-version.ts'
import { addStarterFaq } from '../site/faq.ts'
import { addStarterPlans } from '../subscription/prices/plans.ts'
import { addStarterTestimonials } from '../subscription/testimonials.ts'
import { announceFirstAdmin } from '../users/first-admin.ts'
import { teamAccount } from '../users/team-account.ts'
import { addSkeletons } from '../users/usernames.ts'

/** What was filled once is not filled again, whatever is left of it: a release brings what is new by an upgrade. */
async function prepareContent({ SEED, SITE_NAME }: Settings): Promise<void> {
  const { isFilled, isCurrent } = await readStarterState()
  if (isCurrent) return
  let isNew = false
  if (!isFilled) {
    isNew = (await addStarterLibrary()) > 0
    await addStarterPlans()
    await addStarterTestimonials()
    await addStarterFaq()
    await addStarterSections(teamAccount(SITE_NAME))
    await addStarterPosts(SITE_NAME)
  }
  if (!isNew && SEED === 'once') return
  // A server that has its content never loads the upgrade.
  const { upgradeStarterContent } = await import('../starter/upgrade.ts')
  await upgradeStarterContent({ author_name: SITE_NAME })
}

/** Migrates and opens the database, and fills an empty one. Servers that start at once take turns. Answers the applied migrations. */
export async function prepareDatabase(settings: Settings, { url, pooledUrl }: ReachedDatabase): Promise<string[]> {
  const applied = await migrate(url)
  await openDatabase(url, settings.DATABASE_POOL, pooledUrl)
  await addSkeletons()
  if (settings.SEED === 'none') return applied
  await prepareContent(settings)
  await announceFirstAdmin(join(settings.DATA_DIR, 'first-admin.json'), process.stdout.isTTY)
  return applied
}
