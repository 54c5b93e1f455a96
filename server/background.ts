import type { FastifyInstance } from 'fastify'
import { workFigureJobs } from './admin/figures.jobs.ts'
import { workBlogJobs } from './blog/blog.jobs.ts'
import { foldEverySecond } from './forum/fold-changes.ts'
import { workForumJobs } from './forum/forum.jobs.ts'
import { workNotificationJobs } from './forum/notifications.jobs.ts'
import { createMailer } from './mail/transport.ts'
import { workImportJobs } from './library-import/import.jobs.ts'
import { workSearchJobs } from './library/search.jobs.ts'
import type { Settings } from './settings.ts'
import { cancelForRemoval } from './subscription/account-removal.ts'
import { createStripe } from './subscription/stripe.ts'
import { workSubscriptionJobs } from './subscription/subscription.jobs.ts'
import { workUserJobs } from './users/users.jobs.ts'

type BackgroundOptions = { settings: Settings; secrets: [string, ...string[]] }

export async function startBackground(
  app: FastifyInstance,
  { settings, secrets: [secret] }: BackgroundOptions,
): Promise<void> {
  const { jobs, rateLimiter } = app
  const { site } = app.currentSite
  app.addHook('onClose', foldEverySecond())
  await jobs.start(app.log)
  const mailer = createMailer(settings, app.log, site)
  app.addHook('onClose', async () => {
    await jobs.stop()
    mailer.close()
  })
  const stripe = createStripe(settings)
  const cancelSubscription = (user_id: number) => cancelForRemoval(stripe, user_id)
  await workUserJobs(jobs, { site, secret, mailer, rateLimiter, cancelSubscription })
  await workSearchJobs(jobs)
  await workImportJobs(jobs)
  await workSubscriptionJobs(jobs, { site, settings, mailer, stripe })
  await workBlogJobs(jobs)
  await workForumJobs(jobs)
  await workNotificationJobs(jobs, { site, secret, mailer })
  await workFigureJobs(jobs)
}
