import { createHmac } from 'node:crypto'
import type { Locale } from '#shared/locale.ts'
import { db } from '../db.ts'
import type { Prisma } from '../db.ts'
import type { TokenPurpose } from '../generated/enums.ts'
import { enqueue } from '../jobs.ts'
import type { Job, Jobs } from '../jobs.ts'
import { layOut } from '../mail-layout.ts'
import type { Letter } from '../mail-layout.ts'
import type { Mailer } from '../mail.ts'
import { siteOf } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { makeToken } from './one-time-tokens.ts'
import type { TokenRequest } from './one-time-tokens.ts'
import { sweepExpired } from './sweep.ts'
import { addressChanged, newAddress, passwordChanged, passwordReset, welcome } from './users.mails.ts'

/** What shall be told to whom. Tokens are made as the mail is sent: none stands in the queue. */
export type UserMail =
  /** Greets, and asks to confirm the address; nothing is sent once it is confirmed. */
  | { kind: 'welcome'; user_id: number }
  /** For any address that somebody typed: without an account nothing is sent. */
  | { kind: 'reset'; email: string; locale: Locale }
  | { kind: 'password_changed'; user_id: number }
  /** To the new address. */
  | { kind: 'confirm_new_address'; user_id: number; email: string }
  /** To the old address, once the new one took effect. */
  | { kind: 'address_changed'; user_id: number; email: string }

/** The mail is sent exactly if the transaction is committed, in the background. */
export const queueMail = (transaction: Prisma.TransactionClient, mail: UserMail) =>
  enqueue(transaction, 'user_mail', mail)

type Options = { settings: Settings; secret: string; mailer: Mailer }

const findPerson = (mail: UserMail) =>
  db.user.findUnique({
    where: mail.kind === 'reset' ? { email: mail.email.trim().toLowerCase() } : { id: mail.user_id },
    select: { id: true, email: true, email_confirmed_at: true, first_name: true, username: true, language: true },
  })
type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

type Writing = {
  mail: UserMail
  person: Person
  settings: Settings
  token: (request: TokenRequest) => Promise<string | null>
}

/** Null when there is nothing to tell any more. */
async function write({ mail, person, settings, token }: Writing): Promise<(Letter & { to: string }) | null> {
  const facts = { site: siteOf(settings), person, locale: mail.kind === 'reset' ? mail.locale : person.language }
  const { id: user_id, email } = person
  const withToken = async (purpose: TokenPurpose, to: string, letterOf: (token: string) => Letter) => {
    const made = await token({ purpose, user_id, email: to })
    return made === null ? null : { to, ...letterOf(made) }
  }
  switch (mail.kind) {
    case 'welcome':
      if (person.email_confirmed_at) return null
      return withToken('confirm_email', email, (made) => welcome(facts, made))
    case 'reset':
      return withToken('reset_password', email, (made) => passwordReset(facts, made))
    case 'password_changed':
      return { to: email, ...passwordChanged(facts) }
    case 'confirm_new_address':
      if (email === mail.email) return null
      return withToken('change_email', mail.email, (made) => newAddress(facts, made, mail.email))
    case 'address_changed':
      return { to: mail.email, ...addressChanged(facts, mail.email) }
  }
}

/** The same job has the same token, so that whichever copy of a mail arrives, its link is good. */
const tokenOf = (job: Job<UserMail>, secret: string) =>
  createHmac('sha256', secret).update(`one-time token ${job.id}`).digest('base64url')

async function sendMail(job: Job<UserMail>, { settings, secret, mailer }: Options): Promise<void> {
  const person = await findPerson(job.data)
  if (!person) return
  const token = (request: TokenRequest) =>
    makeToken(db, { requested_at: job.queued_at, ...request }, tokenOf(job, secret))
  const letter = await write({ mail: job.data, person, settings, token })
  if (!letter) return
  await mailer.send({ id: job.id, written_at: job.queued_at, to: letter.to, ...layOut(siteOf(settings), letter) })
}

export async function workUserJobs(jobs: Jobs, options: Options): Promise<void> {
  await jobs.work<UserMail>('user_mail', (job) => sendMail(job, options))
  await jobs.schedule('user_sweep', '17 * * * *', sweepExpired)
}
