import type { TestProject } from 'vitest/node'
import { addStarterPosts } from '../../../server/blog/starter-posts.ts'
import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { addStarterSections } from '../../../server/forum/sections.ts'
import { addStarterLibrary } from '../../../server/library-import/starter.ts'
import { addStarterFaq } from '../../../server/site/faq.ts'
import { upgradeStarterContent } from '../../../server/starter/upgrade.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { addStarterTestimonials } from '../../../server/subscription/testimonials.ts'
import { teamAccount } from '../../../server/users/team-account.ts'
import { nameOfStarter, nameOfTemplate, withClient, within } from './database.ts'
import { setup as setupPostgres } from './postgres.ts'

/** The PostgreSQL of the run, with a second database to copy: one that has the starter content. */
export const setup = (project: TestProject) =>
  setupPostgres(project, async (postgres) => {
    await withClient(postgres, (client) => client.query(`CREATE DATABASE ${nameOfStarter} TEMPLATE ${nameOfTemplate}`))
    await openDatabase(within(postgres, nameOfStarter), 2)
    await addStarterLibrary()
    await addStarterPlans()
    await addStarterTestimonials()
    await addStarterFaq()
    await addStarterPosts('Promptory')
    await addStarterSections(teamAccount('Promptory'))
    await upgradeStarterContent({ author_name: 'Promptory' })
    await closeDatabase()
  })
