import type { FastifyInstance } from 'fastify'
import { workAdminJobs } from '../admin/admin.jobs.ts'
import { workBlogJobs } from '../blog/blog.jobs.ts'
import { foldEverySecond, workForumJobs } from '../forum/forum.jobs.ts'
import { workNotificationJobs } from '../notifications/notifications.jobs.ts'
import { createMailer } from '../mail/transport.ts'
import { workImportJobs } from '../library-import/import.jobs.ts'
import { workLibraryJobs } from '../library/library.jobs.ts'
import type { Settings } from '../settings/settings.ts'
import { cancelPaymentsForRemoval } from '../subscription/account-removal.ts'
import { workSiteJobs } from '../site/site.jobs.ts'
import { createStripe } from '../subscription/stripe.ts'
import { workSubscriptionJobs } from '../subscription/subscription.jobs.ts'
import { workUserJobs } from '../users/users.jobs.ts'

type BackgroundOptions = {
  settings: Settings
  secrets: [string, ...string[]]
  /** Maximum number of connections to the mail server. */
  mailConnections?: number
}

export async function startBackground(
  app: FastifyInstance,
  { settings, secrets: [secret], mailConnections }: BackgroundOptions,
): Promise<void> {
  const { jobs, rateLimiter } = app
  const { mailSite: site } = app.currentSite
  app.addHook('onClose', foldEverySecond())
  await jobs.start(app.log)
  const mailer = createMailer(settings, app.log, site, mailConnections)
  app.addHook('onClose', async () => {
    await jobs.stop()
    mailer.close()
  })
  const stripe = createStripe(settings)
  const cancelSubscription = (user_id: number) => cancelPaymentsForRemoval({ stripe, jobs }, user_id)
  await workUserJobs(jobs, { site, secret, mailer, rateLimiter, cancelSubscription })
  await workLibraryJobs(jobs)
  await workImportJobs(jobs)
  await workSubscriptionJobs(jobs, { site, settings, mailer, rateLimiter, stripe, secret })
  await workBlogJobs(jobs)
  await workSiteJobs(jobs)
  await workForumJobs(jobs)
  await workNotificationJobs(jobs, { site, secret, mailer })
  await workAdminJobs(jobs, app.log)
}
