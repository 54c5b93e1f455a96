import { join } from 'node:path'
import { addStarterPosts } from './blog/starter-posts.ts'
import { migrate } from './database/migrations.ts'
import type { ReachedDatabase } from './database/reach-database.ts'
import { openDatabase } from './db.ts'
import { addStarterSections } from './forum/sections.ts'
import { addStarterLibrary } from './library-import/starter.ts'
import type { Settings } from './settings.ts'
import { addStarterFaq } from './site/faq.ts'
import { addStarterPlans } from './subscription/plans.ts'
import { addStarterTestimonials } from './subscription/testimonials.ts'
import { createFirstAdmin } from './users/first-admin.ts'
import { teamAccount } from './users/team-account.ts'
import { addSkeletons } from './users/usernames.ts'

/** Migrates and opens the database, and fills an empty one. Servers that start at once take turns. Answers the applied migrations. */
export async function prepareDatabase(settings: Settings, { url, pooledUrl }: ReachedDatabase): Promise<string[]> {
  const applied = await migrate(url)
  await openDatabase(url, settings.DATABASE_POOL, pooledUrl)
  await addSkeletons()
  if (settings.SEED === 'none') return applied
  await addStarterLibrary()
  await addStarterPlans()
  await addStarterTestimonials()
  await addStarterFaq()
  await addStarterSections(teamAccount(settings.SITE_NAME))
  await addStarterPosts(settings.SITE_NAME)
  const file = join(settings.DATA_DIR, 'first-admin.json')
  const admin = await createFirstAdmin(file)
  if (admin) console.log(`The first account is ${admin.email}, its password ${admin.password} (kept in ${file}).`)
  return applied
}
