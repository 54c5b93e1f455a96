import { db } from '../database/db.ts'
import type { Job, Jobs } from '../jobs.ts'
import { renderLetter } from '../mail/letter.ts'
import type { MailSite } from '../mail/letter.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { Mailer } from '../mail/transport.ts'
import { StartProblem } from '../settings/settings.ts'
import type { Settings } from '../settings/settings.ts'
import { workCancellationJobs } from './cancellation.jobs.ts'
import { finishCreditRefunds } from './refunds/credit-refunds.ts'
import { syncCustomerDetails } from './customers/customer-details.ts'
import { processEvent } from './events.ts'
import { sendOperatorMail } from './operator-mails.ts'
import { runPriceChanges } from './prices/price-notices.ts'
import { ensureCatalog } from './prices/prices.ts'
import { purgeFinishedRecords } from './purge.ts'
import { reconcileOnSchedule } from './reconcile.ts'
import { isObsoleteMail, remindOfExpiringCards, remindOfOverduePayments } from './reminders.ts'
import { announceRenewals } from './renewals.ts'
import { planNameIn } from './status.ts'
import { finishRefundOrders } from './refunds/refund-orders.ts'
import type { Stripe, SyncContext } from './stripe.ts'
import { subscriptionLetter } from './subscription.mails.ts'
import type { SubscriptionMail } from './queued-mails.ts'
import { syncCustomer } from './sync-customer.ts'

type Options = {
  site: MailSite
  settings: Settings
  mailer: Mailer
  stripe: Stripe | null
  rateLimiter: RateLimiter
  secret: string
}

/** Number of events processed at a time, each of another customer. */
const eventsAtOnce = 4
/** Options of long jobs: they expire late and are not retried, since they run again within an hour. */
const reconciliation = { expireInSeconds: 12 * 3_600, retryLimit: 0 }

async function sendMail(
  { id, queued_at, data }: Job<SubscriptionMail>,
  { site, settings, mailer }: Options,
): Promise<void> {
  const { user_id, plan_id, tax_behavior, ...facts } = data
  if (await isObsoleteMail(data)) return
  const person = await db.user.findUnique({
    where: { id: user_id, erased_at: null },
    select: { email: true, first_name: true, username: true, language: true },
  })
  if (!person) return
  const locale = person.language
  const plan = await db.plan.findUnique({
    where: { id: plan_id },
    select: { tax_behavior: true, texts: { select: { locale: true, name: true } } },
  })
  const hasTax = settings.STRIPE_AUTOMATIC_TAX && (tax_behavior ?? plan?.tax_behavior) === 'exclusive'
  const letter = subscriptionLetter({
    ...facts,
    site,
    locale,
    person,
    plan: planNameIn(plan?.texts ?? [], locale),
    hasTax,
  })
  await mailer.send({ id, written_at: queued_at, to: person.email, ...renderLetter(site, letter) })
}

/** Reconciles customers. Throws if a customer failed, so that the failure is logged. */
async function reconcileHourly(sync: SyncContext): Promise<void> {
  let first: unknown
  const { failed } = await reconcileOnSchedule(sync, { onFailure: (_id, error) => (first ??= error) }).catch(
    (error: unknown) => {
      if (error instanceof StartProblem) return { failed: 0 }
      throw error
    },
  )
  if (failed > 0) throw new Error(`${failed} customers or events could not be reconciled.`, { cause: first })
}

/** Queues that have no workers while payments are off. A later reconciliation replaces their jobs. */
const stripeQueues = [
  'stripe_event',
  'next_price',
  'stripe_reconcile',
  'refund_orders',
  'credit_refunds',
  'customer_details',
  'price_changes',
  'plan_catalog',
  'subscription_renewals',
  'overdue_reminders',
  'card_reminders',
]

export async function workSubscriptionJobs(jobs: Jobs, options: Options): Promise<void> {
  const { stripe } = options
  await jobs.startWorkers<SubscriptionMail>('subscription_mail', (job) => sendMail(job, options), options.mailer.worker)
  await jobs.startWorkers<Parameters<typeof sendOperatorMail>[0]['data']>(
    'operator_mail',
    (job) => sendOperatorMail(job, options),
    options.mailer.worker,
  )
  await jobs.schedule('subscription_purge', '47 3 * * *', async () => void (await purgeFinishedRecords()))
  await workCancellationJobs(jobs, options)
  if (!stripe) return void (await Promise.all(stripeQueues.map((name) => jobs.unschedule(name))))
  const sync = { stripe, jobs }
  await jobs.startWorkers<{ event_id: string }>('stripe_event', ({ data }) => processEvent(sync, data.event_id), {
    concurrency: eventsAtOnce,
  })
  await jobs.schedule('stripe_reconcile', '41 * * * *', () => reconcileHourly(sync), reconciliation)
  await jobs.startWorkers<{ customer_id: string }>(
    'next_price',
    async ({ data }) => void (await syncCustomer(sync, data.customer_id)),
  )
  await jobs.schedule('refund_orders', '*/5 * * * *', () => finishRefundOrders(sync), { retryLimit: 0 })
  await jobs.schedule('credit_refunds', '*/5 * * * *', () => finishCreditRefunds(sync), { retryLimit: 0 })
  await jobs.schedule('customer_details', '*/5 * * * *', () => syncCustomerDetails(sync), { retryLimit: 0 })
  await jobs.schedule('price_changes', '0 * * * *', () => runPriceChanges(jobs))
  // Daily only: hourly reads of all products would use up Stripe's limit. A change of a plan queues it too.
  await jobs.schedule('plan_catalog', '11 4 * * *', () => ensureCatalog(stripe))
  // Retries three times only, since a customer who cannot be read costs several requests each time.
  const { expireInSeconds } = reconciliation
  const daily = { expireInSeconds, retryLimit: 3 }
  await jobs.schedule('subscription_renewals', '23 6 * * *', () => announceRenewals(sync), daily)
  await jobs.schedule('overdue_reminders', '53 * * * *', () => remindOfOverduePayments(sync), reconciliation)
  await jobs.schedule('card_reminders', '33 6 * * *', () => remindOfExpiringCards(sync), daily)
}
