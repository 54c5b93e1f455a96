import { adminPaths } from '#shared/admin/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { paths, withQuery } from '#shared/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import { mailboxOf } from '../limits/mailbox.ts'
import { db } from '../db.ts'
import type { Job, Jobs } from '../jobs.ts'
import { limits } from '../limits/limits.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { greet } from '../mail/greet.ts'
import { layOut } from '../mail/layout.ts'
import type { Letter, MailSite } from '../mail/layout.ts'
import type { Mailer } from '../mail/transport.ts'
import { translate } from '../translate.ts'
import { cancellationToken } from './cancellation-links.ts'
import { carryOutCancellation, planNameOf } from './cancellation.ts'
import type { Cancellation, CancellationReason, CancellationRequest } from './cancellation.ts'
import type { messages } from './messages.en.ts'
import type { Stripe } from './stripe.ts'
import type { Sync } from './sync-customer.ts'

type Mails = typeof messages.subscription.cancellation.mails
type MailKind = keyof Mails
type Options = { site: MailSite; mailer: Mailer; rateLimiter: RateLimiter; stripe: Stripe | null; secret: string }
type Addressee = Parameters<typeof greet>[1]

const personColumns = { id: true, email: true, first_name: true, username: true, language: true } as const

const day = (locale: Locale, moment: Date | string | null) =>
  moment === null
    ? ''
    : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment))
const minute = (locale: Locale, moment: string) =>
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
    received: minute(locale, received_at),
    plan: facts.plan ?? '',
    date: facts.date ?? '',
    signer: facts.signer ?? '',
  }
  return {
    locale,
    subject: translate(locale, `subscription.cancellation.mails.${kind}.subject`, params),
    greeting: person ? greet(locale, person) : translate(locale, 'mails.hello'),
    text: translate(locale, `subscription.cancellation.mails.${kind}.text`, params),
    quote,
    action: { label: translate(locale, `subscription.cancellation.mails.${kind}.label`), url: url + path },
    note: translate(locale, `subscription.cancellation.mails.${kind}.note`, params),
  }
}

type Held = Pick<Options, 'rateLimiter'> & { user_id: number | undefined }

/**
 * Whether a mail is not sent now. No stranger takes a declaration away: above the limit of its owner one mail waits for
 * the next hour, whose link stands for all that were requested meanwhile.
 */
async function isHeldBack(
  jobs: Jobs,
  { attempt, data }: Job<CancellationRequest>,
  { rateLimiter, user_id }: Held,
): Promise<boolean> {
  if (attempt > 1 || data.is_delayed) return false
  if (user_id === undefined) return rateLimiter.isOver('mailbox', mailboxOf(data.email))
  const key = `${data.kind} ${user_id}`
  if (!(await rateLimiter.isOver('cancellation_mail', key))) return false
  const delay = { seconds: limits.cancellation_mail.seconds, key }
  const delayed: CancellationRequest = { ...data, is_delayed: true }
  await db.$transaction((transaction) => jobs.enqueue(transaction, 'cancellation_request', delayed, { delay }))
  return true
}

/** Answers to each address alike: whether it has an account is for its owner to know. */
async function answerRequest(jobs: Jobs, job: Job<CancellationRequest>, options: Options): Promise<void> {
  const { kind, email, name, locale, received_at, declared_at } = job.data
  const { site, mailer, secret } = options
  const found = await db.user.findUnique({ where: { email, is_team: false }, select: personColumns })
  if (await isHeldBack(jobs, job, { ...options, user_id: found?.id })) return
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
  await mailer.send({ id: job.id, written_at: job.queued_at, to: found?.email ?? email, ...layOut(site, letter) })
}

async function carryOut(job: Job<Cancellation>, { site, mailer }: Options, sync: Sync): Promise<void> {
  const { kind, user_id, received_at } = job.data
  const person = await db.user.findUnique({ where: { id: user_id }, select: personColumns })
  // Whose account was removed meanwhile has nothing that runs.
  if (!person) return
  const locale = person.language
  const facts = { locale, received_at, person, path: `${paths.profile}?tab=subscription` }
  const send = (id: string, outcome: MailKind, more: Partial<Facts>) =>
    mailer.send({
      id,
      written_at: job.queued_at,
      to: person.email,
      ...layOut(site, cancellationLetter(site, outcome, { ...facts, ...more })),
    })
  const carriedOut = await carryOutCancellation(sync, job.data).catch(async (error: unknown) => {
    // Receipt is confirmed at once, whatever Stripe takes.
    if (job.attempt === 1) await send(`${job.id}-receipt`, `waits_${kind}`, {})
    throw error
  })
  const { outcome, plan_id, ends_at } = carriedOut
  await send(job.id, outcome, { plan: await planNameOf(plan_id, locale), date: day(locale, ends_at) })
}

/** What a person gives as good cause goes to the operator's address, with or without an account. */
async function forwardReason(job: Job<CancellationReason>, { site, mailer }: Options): Promise<void> {
  const { received_at, reason } = job.data
  const account =
    'user_id' in job.data ? await db.user.findUnique({ where: { id: job.data.user_id }, select: personColumns }) : null
  const { email, name } = 'email' in job.data ? job.data : { email: account?.email, name: account?.username }
  const letter = cancellationLetter(site, account ? 'reason_member' : 'reason_visitor', {
    locale: 'en',
    received_at,
    signer: [name, email && `<${email}>`].filter(Boolean).join(' '),
    quote: reason,
    path: account ? adminPaths.member(account.id) : adminPaths.members,
  })
  await mailer.send({ id: job.id, written_at: job.queued_at, to: site.company.email, ...layOut(site, letter) })
}

/** What was declared while payments are off waits until they are on. */
export async function workCancellationJobs(jobs: Jobs, options: Options): Promise<void> {
  const { stripe } = options
  const { expireInSeconds } = options.mailer.worker
  await jobs.startWorkers<CancellationRequest>('cancellation_request', (job) => answerRequest(jobs, job, options), {
    expireInSeconds,
  })
  await jobs.startWorkers<CancellationReason>('cancellation_reason', (job) => forwardReason(job, options), {
    expireInSeconds,
  })
  if (stripe)
    await jobs.startWorkers<Cancellation>('cancellation', (job) => carryOut(job, options, { stripe, jobs }), {
      expireInSeconds,
    })
  else await jobs.declare('cancellation')
}
