import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { inBatches } from '../database/batches.ts'
import { db } from '../database/db.ts'
import type { Job, Jobs } from '../jobs.ts'
import { renderLetter } from '../mail/letter.ts'
import type { MailSite } from '../mail/letter.ts'
import type { Mailer } from '../mail/transport.ts'
import { unsubscribeScopeOf, notificationLetter } from './notifications.mails.ts'
import { findDigest, findImmediateMail, queueDigests } from './notification-mails.ts'
import type { NotificationMail } from './notification-mails.ts'
import { notifyFollowers } from './notify.ts'
import { unsubscribeToken } from './unsubscribe.ts'

const readRetentionDays = 90
const unreadRetentionDays = 365
const maxPurgeMs = 60_000
const dayMs = 86_400_000

export type NotificationJobOptions = { site: MailSite; secret: string; mailer: Mailer }

type SentMail = { job: Pick<Job<unknown>, 'id' | 'queued_at'>; mail: NotificationMail | null; isDigest: boolean }

async function send({ job, mail, isDigest }: SentMail, { site, secret, mailer }: NotificationJobOptions) {
  if (!mail) return
  const token = unsubscribeToken(mail.reader.id, unsubscribeScopeOf(mail), secret)
  const letter = notificationLetter(mail, { site, token, isDigest })
  await mailer.send({
    id: job.id,
    written_at: job.queued_at,
    to: mail.reader.email,
    ...renderLetter(site, letter),
    is_bulk: true,
    unsubscribe_url: site.url + notificationPaths.api.unsubscribe(token),
  })
}

export async function purgeNotifications(now = new Date()): Promise<void> {
  const endsAt = performance.now() + maxPurgeMs
  for (const [read_at, days] of [
    [{ not: null }, readRetentionDays],
    [null, unreadRetentionDays],
  ] as const) {
    const where = { created_at: { lt: new Date(now.getTime() - days * dayMs) }, read_at }
    const maxMs = endsAt - performance.now()
    await inBatches((limit) => db.notification.deleteMany({ where, limit }), { maxMs })
  }
}

export async function workNotificationJobs(jobs: Jobs, options: NotificationJobOptions): Promise<void> {
  const { worker } = options.mailer
  await jobs.startWorkers<{ notification_id: number }>(
    'notification_mail',
    async (job) => send({ job, mail: await findImmediateMail(job.data.notification_id), isDigest: false }, options),
    worker,
  )
  await jobs.startWorkers<{ comment_id: number }>('notification_followers', ({ data }) =>
    notifyFollowers(jobs, data.comment_id),
  )
  await jobs.startWorkers<{ user_id: number; taken_at: string }>(
    'notification_digest_mail',
    async (job) => {
      const mail = await findDigest(job.data.user_id, new Date(job.data.taken_at))
      await send({ job, mail, isDigest: true }, options)
    },
    worker,
  )
  await jobs.schedule('notification_digest', '0 7 * * *', () => queueDigests(jobs))
  await jobs.schedule('notification_purge', '37 * * * *', () => purgeNotifications())
}
