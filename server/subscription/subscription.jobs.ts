import { db } from '../db.ts'
import type { Job, Jobs } from '../jobs.ts'
import { layOut } from '../mail/layout.ts'
import type { Mailer } from '../mail/transport.ts'
import { siteOf, StartProblem } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { processEvent } from './events.ts'
import { reconcile } from './reconcile.ts'
import { announceRenewals } from './renewals.ts'
import { nameIn } from './status.ts'
import type { Stripe } from './stripe.ts'
import { letterOf } from './subscription.mails.ts'
import type { SubscriptionMail } from './subscription.mails.ts'
import type { Sync } from './sync-customer.ts'

type Options = { settings: Settings; mailer: Mailer; stripe: Stripe | null }

/** Of different customers: one that waits for Stripe holds up no other. */
const eventsAtOnce = 4
/** As long as it may take for very many customers. A run that failed is not repeated: the next one comes within the hour. */
const reconciliation = { expireInSeconds: 12 * 3_600, retryLimit: 0 }

const texts = { select: { locale: true, name: true } } as const

async function sendMail(job: Job<SubscriptionMail>, { settings, mailer }: Options): Promise<void> {
  const { kind, user_id, subscription_id, amount, currency } = job.data
  const person = await db.user.findUnique({
    where: { id: user_id },
    select: { email: true, first_name: true, username: true, language: true },
  })
  const subscription = await db.subscription.findUnique({
    where: { id: subscription_id },
    include: { price: true, plan: { select: { texts } } },
  })
  if (!person || !subscription) return
  const { price, plan, latest_invoice_id } = subscription
  const invoice = latest_invoice_id ? await db.payment.findUnique({ where: { id: latest_invoice_id } }) : null
  const access = await db.access.findUnique({ where: { user_id_source: { user_id, source: 'subscription' } } })
  const end = subscription.ends_at ?? subscription.current_period_end
  const letter = letterOf(kind, {
    site: siteOf(settings),
    locale: person.language,
    person,
    plan: nameIn(plan.texts, person.language),
    amount: amount ?? (kind === 'payment_failed' ? invoice?.amount : undefined) ?? price.amount,
    currency: currency ?? price.currency,
    date: (kind === 'payment_failed' && access?.expires_at) || end,
    invoice_url: invoice?.invoice_url ?? null,
  })
  await mailer.send({ id: job.id, written_at: job.queued_at, to: person.email, ...layOut(siteOf(settings), letter) })
}

/** Fails, so that it is logged, where something could not be read; the next hour tries it again. */
async function reconcileHourly(sync: Sync): Promise<void> {
  let first: unknown
  const { failed } = await reconcile(sync, { onFailure: (_id, error) => (first ??= error) }).catch((error: unknown) => {
    if (error instanceof StartProblem) return { failed: 0 }
    throw error
  })
  if (failed > 0) throw new Error(`${failed} customers or events could not be reconciled.`, { cause: first })
}

export async function workSubscriptionJobs(jobs: Jobs, options: Options): Promise<void> {
  const { stripe } = options
  await jobs.work<SubscriptionMail>('subscription_mail', (job) => sendMail(job, options))
  if (!stripe) return
  const sync = { stripe, jobs }
  await jobs.work<{ event_id: string }>('stripe_event', ({ data }) => processEvent(sync, data.event_id), {
    concurrency: eventsAtOnce,
  })
  await jobs.schedule('stripe_reconcile', '41 * * * *', () => reconcileHourly(sync), reconciliation)
  await jobs.schedule('subscription_renewals', '23 6 * * *', () => announceRenewals(jobs))
}
