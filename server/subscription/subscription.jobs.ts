import type { Site } from '#shared/site.ts'
import { db } from '../db.ts'
import type { Job, Jobs } from '../jobs.ts'
import { layOut } from '../mail/layout.ts'
import type { Mailer } from '../mail/transport.ts'
import { StartProblem } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { processEvent } from './events.ts'
import { followPriceChanges } from './price-notices.ts'
import { ensureCatalog } from './prices.ts'
import { purgeFinished } from './purge.ts'
import { reconcile } from './reconcile.ts'
import { announceRenewals } from './renewals.ts'
import { nameIn } from './status.ts'
import { finishRefundOrders } from './refund-orders.ts'
import type { Stripe } from './stripe.ts'
import { letterOf } from './subscription.mails.ts'
import type { SubscriptionMail } from './subscription.mails.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

type Options = { site: Site; settings: Settings; mailer: Mailer; stripe: Stripe | null }

/** Of different customers: one that waits for Stripe holds up no other. */
const eventsAtOnce = 4
/** As long as it may take for very many customers. A run that failed is not repeated: the next one comes within the hour. */
const reconciliation = { expireInSeconds: 12 * 3_600, retryLimit: 0 }

async function sendMail(
  { id, queued_at, data }: Job<SubscriptionMail>,
  { site, settings, mailer }: Options,
): Promise<void> {
  const { user_id, plan_id, ...facts } = data
  const person = await db.user.findUnique({
    where: { id: user_id },
    select: { email: true, first_name: true, username: true, language: true },
  })
  if (!person) return
  const locale = person.language
  const names = await db.planText.findMany({ where: { plan_id }, select: { locale: true, name: true } })
  const hasTax = settings.STRIPE_AUTOMATIC_TAX
  const letter = letterOf({ ...facts, site, locale, person, plan: nameIn(names, locale), hasTax })
  await mailer.send({ id, written_at: queued_at, to: person.email, ...layOut(site, letter) })
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
  await jobs.schedule('subscription_purge', '47 3 * * *', async () => void (await purgeFinished()))
  if (!stripe) return
  const sync = { stripe, jobs }
  await jobs.work<{ event_id: string }>('stripe_event', ({ data }) => processEvent(sync, data.event_id), {
    concurrency: eventsAtOnce,
  })
  await jobs.schedule('stripe_reconcile', '41 * * * *', () => reconcileHourly(sync), reconciliation)
  await jobs.work<{ customer_id: string }>(
    'next_price',
    async ({ data }) => void (await syncCustomer(sync, data.customer_id)),
  )
  await jobs.schedule('refund_orders', '*/5 * * * *', () => finishRefundOrders(sync), { retryLimit: 0 })
  await jobs.schedule('price_changes', '0 * * * *', () => followPriceChanges(jobs))
  await jobs.schedule('plan_catalog', '11 * * * *', () => ensureCatalog(stripe))
  await jobs.schedule('subscription_renewals', '23 6 * * *', () => announceRenewals(sync))
}
