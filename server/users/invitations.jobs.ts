import { createHmac } from 'node:crypto'
import type { Site } from '#shared/site/schema.ts'
import type { StaffRole } from '#shared/users/invitations.ts'
import type { z } from 'zod/mini'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import type { Job, Jobs } from '../jobs.ts'
import { renderLetter } from '../mail/letter.ts'
import type { Letter, MailSite } from '../mail/letter.ts'
import type { Mailer } from '../mail/transport.ts'
import { preventAutolinks } from '../mail/prevent-autolinks.ts'
import { translate } from '../translate.ts'
import { tokenHash } from './sessions.ts'
import { paths } from '#shared/paths.ts'

/** Data of a mail job. If `sent_at` differs from the row's, a later job sends the mail instead. */
type InvitationMail = { id: number; sent_at: string }

export const queueInvitation = (
  jobs: Jobs,
  transaction: Prisma.TransactionClient,
  { id, sent_at }: { id: number; sent_at: Date },
) => jobs.enqueue(transaction, 'invitation_mail', { id, sent_at: sent_at.toISOString() }, { priority: 1 })

type Options = { site: MailSite; secret: string; mailer: Mailer }

/** Token of the mailed link. Derived from the job, so that every copy of the mail has a valid link. */
const tokenOf = ({ id }: Job<InvitationMail>, secret: string) =>
  createHmac('sha256', secret).update(`invitation ${id}`).digest('base64url')

const columns = {
  email: true,
  role: true,
  language: true,
  inviter: { select: { username: true, first_name: true, last_name: true } },
} satisfies Prisma.InvitationSelect
type Invited = Prisma.InvitationGetPayload<{ select: typeof columns }>

function letterOf({ role, language: locale, inviter }: Invited, site: Site, token: string): Letter {
  const name = `${inviter.first_name} ${inviter.last_name}`.trim() || inviter.username
  const params = { site: site.name, inviter: preventAutolinks(name) }
  return {
    locale,
    subject: translate(locale, 'users.invitation.mail.subject', params),
    greeting: translate(locale, 'mails.hello'),
    text: translate(locale, `users.invitation.mail.${role as z.infer<typeof StaffRole>}`, params),
    action: {
      label: translate(locale, 'users.invitation.mail.label'),
      url: `${site.url}${paths.invitation}?token=${encodeURIComponent(token)}`,
    },
    note: translate(locale, 'users.invitation.mail.note', params),
  }
}

async function sendInvitation(job: Job<InvitationMail>, { site, secret, mailer }: Options): Promise<void> {
  const token = tokenOf(job, secret)
  const where = { id: job.data.id, sent_at: new Date(job.data.sent_at) }
  const { count } = await db.invitation.updateMany({ where, data: { token_hash: tokenHash(token) } })
  if (count === 0) return
  const invited = await db.invitation.findUnique({ where, select: columns })
  if (!invited) return
  const letter = letterOf(invited, site, token)
  await mailer.send({ id: job.id, written_at: job.queued_at, to: invited.email, ...renderLetter(site, letter) })
}

export const workInvitationJobs = (jobs: Jobs, options: Options): Promise<void> =>
  jobs.startWorkers<InvitationMail>('invitation_mail', (job) => sendInvitation(job, options), options.mailer.worker)
