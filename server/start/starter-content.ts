import { readFile } from 'node:fs/promises'
import { addStarterPosts } from '../blog/starter-posts.ts'
import { db } from '../database/db.ts'
import { addStarterSections } from '../forum/sections.ts'
import { addStarterLibrary } from '../library-import/starter.ts'
import { addStarterFaq } from '../site/faq.ts'
import { addStarterPlans } from '../subscription/prices/plans.ts'
import { addStarterTestimonials } from '../subscription/testimonials.ts'
import { ensureTeamAccount } from '../users/team-account.ts'

const manifest = new URL('../../package.json', import.meta.url)

/**
 * Fills an empty database once. Each part is added by a single server, completely or not at all.
 * After a crash, the next start adds the missing parts.
 */
export async function addStarterContent(site_name: string): Promise<void> {
  if (await db.starterVersion.findFirst({ select: { version: true } })) return
  await addStarterLibrary()
  await addStarterPlans()
  await addStarterTestimonials()
  await addStarterFaq()
  await addStarterSections(ensureTeamAccount(site_name))
  await addStarterPosts(site_name)
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  await db.starterVersion.createMany({ data: { version }, skipDuplicates: true })
}
