import { adminPaths } from '#shared/admin/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { paths, withQuery } from '#shared/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import { canonicalMailboxOf } from '../limits/mailbox.ts'
import { db } from '../database/db.ts'
import type { Job, Jobs } from '../jobs.ts'
import { limits } from '../limits/limits.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { greetingFor } from '../mail/greet.ts'
import { renderLetter } from '../mail/letter.ts'
import type { Letter, MailSite } from '../mail/letter.ts'
import type { Mailer } from '../mail/transport.ts'
import { translate } from '../translate.ts'
import { cancellationToken } from './cancellation-links.ts'
import { executeCancellation, isCancellationWaiting, planNameOf } from './cancellation.ts'
import type { Cancellation, CancellationReason, CancellationRequest } from './cancellation.ts'
import type { messages } from './messages.en.ts'
import { findOperatorLocale } from './operator-mails.ts'
import type { Stripe, SyncContext } from './stripe.ts'

type Mails = typeof messages.subscription.cancellation.mails
type MailKind = keyof Mails
type Options = { site: MailSite; mailer: Mailer; rateLimiter: RateLimiter; stripe: Stripe | null; secret: string }
type Addressee = Parameters<typeof greetingFor>[1]

const personColumns = {
  id: true,
  email: true,
  email_confirmed_at: true,
  first_name: true,
  username: true,
  language: true,
} as const

const formatDay = (locale: Locale, moment: Date | string | null) =>
  moment === null
    ? ''
    : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment))
const formatMinute = (locale: Locale, moment: string) =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(moment))} UTC`

type Facts = {
  locale: Locale
  received_at: string
  plan?: string
  date?: string
  person?: Addressee | undefined
  path: string
  signer?: string
  quote?: string
}

export function cancellationLetter(
  { name, url, company }: Site,
  kind: MailKind,
  { locale, received_at, person, path, quote, ...facts }: Facts,
): Letter {
  const params = {
    site: name,
    contact: company.email,
    received: formatMinute(locale, received_at),
    plan: facts.plan ?? '',
    date: facts.date ?? '',
    signer: facts.signer ?? '',
  }
  return {
    locale,
    subject: translate(locale, `subscription.cancellation.mails.${kind}.subject`, params),
    greeting: person ? greetingFor(locale, person) : translate(locale, 'mails.hello'),
    text: translate(locale, `subscription.cancellation.mails.${kind}.text`, params),
    quote,
    action: { label: translate(locale, `subscription.cancellation.mails.${kind}.label`), url: url + path },
    note: translate(locale, `subscription.cancellation.mails.${kind}.note`, params),
  }
}

type MailLimit = Pick<Options, 'rateLimiter'> & { user_id: number | undefined }

/** Delays mails above the limit to one per hour. The link in a mail confirms all earlier requests. */
async function delayOverLimit(
  jobs: Jobs,
  { attempt, data }: Job<CancellationRequest>,
  { rateLimiter, user_id }: MailLimit,
): Promise<boolean> {
  if (attempt > 1 || data.is_delayed) return false
  if (user_id === undefined) return rateLimiter.isOver('mailbox', canonicalMailboxOf(data.email))
  const key = `${data.kind} ${user_id}`
  if (!(await rateLimiter.isOver('cancellation_mail', key))) return false
  const delay = { seconds: limits.cancellation_mail.seconds, key }
  const delayed: CancellationRequest = { ...data, is_delayed: true }
  await db.$transaction((transaction) => jobs.enqueue(transaction, 'cancellation_request', delayed, { delay }))
  return true
}

/** Mails any address, so that the response does not reveal whether it has an account. */
async function mailConfirmationLink(jobs: Jobs, job: Job<CancellationRequest>, options: Options): Promise<void> {
  const { kind, email, name, locale, received_at, declared_at } = job.data
  const { site, mailer, secret } = options
  const found = await db.user.findUnique({ where: { email, is_team: false }, select: personColumns })
  if (await delayOverLimit(jobs, job, { ...options, user_id: found?.id })) return
  const letter = found
    ? cancellationLetter(site, `received_${kind}`, {
        locale: found.language,
        received_at,
        person: found,
        path: withQuery(paths.cancel, {
          token: cancellationToken({ kind, user_id: found.id, received_at, declared_at }, secret),
          kind,
        }),
      })
    : cancellationLetter(site, `unknown_${kind}`, {
        locale,
        received_at,
        person: name === undefined ? undefined : { first_name: name, username: '' },
        path: withQuery(paths.cancel, { kind }),
      })
  await mailer.send({ id: job.id, written_at: job.queued_at, to: found?.email ?? email, ...renderLetter(site, letter) })
}

const findPerson = (id: number) => db.user.findUnique({ where: { id, erased_at: null }, select: personColumns })
type MailedOutcome = Pick<Facts, 'plan' | 'date'> & {
  kind: MailKind
  person: NonNullable<Awaited<ReturnType<typeof findPerson>>>
}

async function mailOutcome(
  { id, attempt, queued_at, data: { received_at, reason } }: Job<Cancellation>,
  { site, mailer, rateLimiter }: Options,
  { kind, person, ...facts }: MailedOutcome,
): Promise<void> {
  const isUnknown = person.email_confirmed_at === null
  if (isUnknown && attempt === 1 && (await rateLimiter.isOver('mailbox', canonicalMailboxOf(person.email)))) return
  const locale = person.language
  const path = `${paths.profile}?tab=${kind.startsWith('withdrawn') ? 'payments' : 'subscription'}`
  const letter = cancellationLetter(site, kind, { locale, received_at, person, path, quote: reason, ...facts })
  const text = [letter.text, ...(reason ? [translate(locale, 'subscription.cancellation.reason')] : [])].join(' ')
  await mailer.send({ id, written_at: queued_at, to: person.email, ...renderLetter(site, { ...letter, text }) })
}

async function runCancellation(job: Job<Cancellation>, options: Options, sync: SyncContext): Promise<void> {
  const person = await findPerson(job.data.user_id)
  if (!person) return
  const { outcome, plan_id, ends_at } = await executeCancellation(sync, job.data)
  const plan = await planNameOf(plan_id, person.language)
  await mailOutcome(job, options, { kind: outcome, person, plan, date: formatDay(person.language, ends_at) })
}

async function confirmReceipt(job: Job<Cancellation>, options: Options): Promise<void> {
  const person = await findPerson(job.data.user_id)
  if (person && (await isCancellationWaiting(job.data)))
    await mailOutcome(job, options, { kind: `waits_${job.data.kind}`, person })
}

/** Delays the mail with a reason if its sender exceeds the limit. No mail is dropped. */
async function delayReasonOverLimit(
  jobs: Jobs,
  { id, attempt, data }: Job<CancellationReason>,
  { rateLimiter }: Options,
): Promise<boolean> {
  const sender = 'email' in data ? canonicalMailboxOf(data.email) : String(data.user_id)
  if (attempt > 1 || !(await rateLimiter.isOver('cancellation_reason', sender))) return false
  const delay = { seconds: limits.cancellation_reason.seconds, key: id }
  await db.$transaction((transaction) => jobs.enqueue(transaction, 'cancellation_reason', data, { delay }))
  return true
}

type Sender = { kind: MailKind; signer: string; path: string }

const signerOf = (email: string, name = '') => (name ? `${email} (${name})` : email)

async function findSender(data: CancellationReason): Promise<Sender> {
  if ('email' in data) {
    const { email, name } = data
    const found = await db.user.findUnique({ where: { email, is_team: false }, select: { id: true } })
    const kind = found ? 'reason_visitor' : 'reason_unknown'
    return { kind, signer: signerOf(email, name), path: adminPaths.members }
  }
  const person = await findPerson(data.user_id)
  if (!person) return { kind: 'reason_removed', signer: '', path: adminPaths.members }
  const { id, email, username } = person
  return { kind: 'reason_member', signer: signerOf(email, username), path: adminPaths.member(id) }
}

async function forwardReason(jobs: Jobs, job: Job<CancellationReason>, options: Options): Promise<void> {
  if (await delayReasonOverLimit(jobs, job, options)) return
  const { site, mailer } = options
  const { received_at, reason } = job.data
  const { kind, ...facts } = await findSender(job.data)
  const locale = await findOperatorLocale()
  const letter = cancellationLetter(site, kind, { locale, received_at, quote: reason, ...facts })
  await mailer.send({ id: job.id, written_at: job.queued_at, to: site.company.email, ...renderLetter(site, letter) })
}

export async function workCancellationJobs(jobs: Jobs, options: Options): Promise<void> {
  const { stripe } = options
  const { expireInSeconds } = options.mailer.worker
  await jobs.startWorkers<CancellationRequest>(
    'cancellation_request',
    (job) => mailConfirmationLink(jobs, job, options),
    {
      expireInSeconds,
    },
  )
  await jobs.startWorkers<CancellationReason>('cancellation_reason', (job) => forwardReason(jobs, job, options), {
    expireInSeconds,
  })
  await jobs.startWorkers<Cancellation>('cancellation_receipt', (job) => confirmReceipt(job, options), {
    expireInSeconds,
  })
  if (stripe)
    await jobs.startWorkers<Cancellation>('cancellation', (job) => runCancellation(job, options, { stripe, jobs }), {
      expireInSeconds,
    })
  else await jobs.declare('cancellation')
}
