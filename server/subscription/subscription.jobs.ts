import { db } from '../db.ts'
import type { Job, Jobs } from '../jobs.ts'
import { layOut } from '../mail/layout.ts'
import type { Mailer } from '../mail/transport.ts'
import { siteOf } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { processEvent } from './events.ts'
import { followPriceChanges } from './price-notices.ts'
import { ensureCatalog } from './prices.ts'
import { reconcile } from './reconcile.ts'
import { announceRenewals } from './renewals.ts'
import { nameIn } from './status.ts'
import type { Stripe } from './stripe.ts'
import { letterOf } from './subscription.mails.ts'
import type { SubscriptionMail } from './subscription.mails.ts'
import { syncCustomer } from './sync-customer.ts'

type Options = { settings: Settings; mailer: Mailer; stripe: Stripe | null }

async function sendMail({ id, queued_at, data }: Job<SubscriptionMail>, { settings, mailer }: Options): Promise<void> {
  const { user_id, plan_id, ...facts } = data
  const person = await db.user.findUnique({
    where: { id: user_id },
    select: { email: true, first_name: true, username: true, language: true },
  })
  if (!person) return
  const site = siteOf(settings)
  const locale = person.language
  const names = await db.planText.findMany({ where: { plan_id }, select: { locale: true, name: true } })
  const hasTax = settings.STRIPE_AUTOMATIC_TAX
  const letter = letterOf({ ...facts, site, locale, person, plan: nameIn(names, locale), hasTax })
  await mailer.send({ id, written_at: queued_at, to: person.email, ...layOut(site, letter) })
}

export async function workSubscriptionJobs(jobs: Jobs, options: Options): Promise<void> {
  const { stripe } = options
  await jobs.work<SubscriptionMail>('subscription_mail', (job) => sendMail(job, options))
  if (!stripe) return
  const sync = { stripe, jobs }
  await jobs.work<{ event_id: string }>('stripe_event', ({ data }) => processEvent(sync, data.event_id))
  await jobs.schedule('stripe_reconcile', '41 * * * *', async () => void (await reconcile(sync)))
  await jobs.work<{ customer_id: string }>(
    'next_price',
    async ({ data }) => void (await syncCustomer(sync, data.customer_id)),
  )
  await jobs.schedule('price_changes', '0 * * * *', () => followPriceChanges(jobs))
  await jobs.schedule('plan_catalog', '11 * * * *', () => ensureCatalog(stripe))
  await jobs.schedule('subscription_renewals', '23 6 * * *', () => announceRenewals(sync))
}
