import { createHmac } from 'node:crypto'
import { normalizeEmail } from '#shared/users/email.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import type { TokenPurpose } from '../generated/enums.ts'
import type { Job, Jobs } from '../jobs.ts'
import { renderLetter } from '../mail/letter.ts'
import { canonicalMailboxOf } from '../limits/mailbox.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { Letter, MailSite } from '../mail/letter.ts'
import type { Mailer } from '../mail/transport.ts'
import { eraseMarkedAccounts } from './erasure.ts'
import { workInvitationJobs } from './invitations.jobs.ts'
import { retryPostponedRemovals } from './removal.ts'
import type { CancelSubscription } from './removal.ts'
import { createToken } from '../mail/one-time-tokens.ts'
import type { TokenRequest } from '../mail/one-time-tokens.ts'
import { sweepExpired } from './sweep.ts'
import {
  addressChangedMail,
  googleLinkMail,
  googleLinkedMail,
  newAddressMail,
  passwordChangedMail,
  passwordResetMail,
  welcomeMail,
} from './users.mails.ts'

const maxRunMs = 45_000

/** Data of a mail job. Contains no token: the token is created when the mail is sent. */
export type UserMail =
  | { kind: 'welcome'; user_id: number }
  | { kind: 'reset'; email: string }
  | { kind: 'password_changed'; user_id: number }
  | { kind: 'confirm_new_address'; user_id: number; email: string }
  | { kind: 'address_changed'; user_id: number; email: string; was_confirmed: boolean }
  | { kind: 'link_google'; user_id: number; email: string; google_sub: string }
  | { kind: 'google_linked'; user_id: number }

const isBulk = ({ kind }: UserMail) => kind === 'welcome'

/** Queues a mail in the caller's transaction. Welcome mails have the lowest priority. */
export const queueUserMail = (jobs: Jobs, transaction: Prisma.TransactionClient, mail: UserMail) =>
  jobs.enqueue(transaction, 'user_mail', mail, { priority: isBulk(mail) ? 0 : 1 })

type Options = {
  site: MailSite
  secret: string
  mailer: Mailer
  rateLimiter: RateLimiter
  cancelSubscription: CancelSubscription
}

/** Returns the recipient of a mail. Null for the team account, whose mails nobody reads. */
const findPerson = (mail: UserMail) =>
  db.user.findUnique({
    where: {
      ...(mail.kind === 'reset' ? { email: normalizeEmail(mail.email) } : { id: mail.user_id }),
      is_team: false,
      erased_at: null,
    },
    select: { id: true, email: true, email_confirmed_at: true, first_name: true, username: true, language: true },
  })
type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

type MailContext = {
  mail: UserMail
  person: Person
  site: MailSite
  token: (request: TokenRequest) => Promise<string | null>
}

async function writeLetter({ mail, person, site, token }: MailContext): Promise<(Letter & { to: string }) | null> {
  const facts = { site, person, locale: person.language }
  const { id: user_id, email } = person
  const withToken = async (
    purpose: TokenPurpose,
    to: string,
    letterOf: (token: string) => Letter,
    google_sub: string | null = null,
  ) => {
    const made = await token({ purpose, user_id, email: to, google_sub })
    return made === null ? null : { to, ...letterOf(made) }
  }
  switch (mail.kind) {
    case 'welcome':
      if (person.email_confirmed_at) return null
      return withToken('confirm_email', email, (made) => welcomeMail(facts, made))
    case 'reset':
      return withToken('reset_password', email, (made) => passwordResetMail(facts, made))
    case 'password_changed':
      return { to: email, ...passwordChangedMail(facts) }
    case 'google_linked':
      return { to: email, ...googleLinkedMail(facts) }
    case 'confirm_new_address':
      if (email === mail.email) return null
      return withToken('change_email', mail.email, (made) => newAddressMail(facts, made, mail.email))
    case 'address_changed':
      return { to: mail.email, ...addressChangedMail(facts, mail.email) }
    case 'link_google':
      if (email !== mail.email) return null
      return withToken('google_link_mail', email, (made) => googleLinkMail(facts, made), mail.google_sub)
  }
}

/** Token of the mailed link. Derived from the job, so that every copy of the mail has a valid link. */
const tokenOf = (job: Job<UserMail>, secret: string) =>
  createHmac('sha256', secret).update(`one-time token ${job.id}`).digest('base64url')

/** Returns the mailbox whose mails are limited, or null if its owner has confirmed the address. */
function unverifiedMailbox(mail: UserMail, { email, email_confirmed_at }: Person): string | null {
  const isWelcome = mail.kind === 'address_changed' ? mail.was_confirmed : !('email' in mail) && email_confirmed_at
  return isWelcome ? null : canonicalMailboxOf('email' in mail ? mail.email : email)
}

async function isOverMailLimit(rateLimiter: RateLimiter, mail: UserMail, person: Person): Promise<boolean> {
  if (mail.kind === 'reset' && person.email_confirmed_at) return rateLimiter.isOver('reset_mail', String(person.id))
  const mailbox = unverifiedMailbox(mail, person)
  return mailbox !== null && rateLimiter.isOver('mailbox', mailbox)
}

async function sendMail(job: Job<UserMail>, { site, secret, mailer, rateLimiter }: Options): Promise<void> {
  const person = await findPerson(job.data)
  if (!person) return
  // Skips the mail without an error, since an error would reveal whether the address has an account.
  if (job.attempt === 1 && (await isOverMailLimit(rateLimiter, job.data, person))) return
  const token = (request: TokenRequest) =>
    createToken(db, { requested_at: job.queued_at, ...request }, tokenOf(job, secret))
  const letter = await writeLetter({ mail: job.data, person, site, token })
  if (!letter) return
  await mailer.send({
    id: job.id,
    written_at: job.queued_at,
    to: letter.to,
    ...renderLetter(site, letter),
    is_bulk: isBulk(job.data),
  })
}

export async function workUserJobs(jobs: Jobs, options: Options): Promise<void> {
  await jobs.startWorkers<UserMail>('user_mail', (job) => sendMail(job, options), {
    ...options.mailer.worker,
    priorityWorkers: 1,
  })
  await workInvitationJobs(jobs, options)
  await jobs.schedule('user_sweep', '17 * * * *', sweepExpired)
  await jobs.schedule('user_removals', '*/10 * * * *', () => retryPostponedRemovals(options.cancelSubscription))
  await jobs.schedule('user_erasures', '* * * * *', () => eraseMarkedAccounts({ maxMs: maxRunMs }))
}
