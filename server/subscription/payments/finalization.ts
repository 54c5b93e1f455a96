import { createHash } from 'node:crypto'
import { db } from '../../database/db.ts'
import { isRunning } from '../access.ts'
import type { CustomerState } from '../customers/customer-state.ts'
import { findUnfinalized, isLocationError, lacksTaxLocation } from './invoice-problems.ts'
import { releaseSchedule } from '../prices/next-price.ts'
import { scheduledPriceOf } from '../prices/schedule-phases.ts'
import type { CustomerAtStripe } from '../customers/fetch-customer.ts'
import { addNoticeOnce } from '../notices.ts'
import { stripeIdOf, Stripe } from '../stripe.ts'

async function finalize(stripe: Stripe, id: string): Promise<void> {
  await stripe.invoices.finalizeInvoice(id, { auto_advance: true })
}

async function enableTax(stripe: Stripe, read: CustomerAtStripe, id: string): Promise<void> {
  const schedule = read.subscriptions.find((one) => one.id === id)?.schedule ?? null
  // Releases our schedule, since its phase has a tax setting too. A sync creates the schedule again.
  if (schedule !== null && scheduledPriceOf(schedule) !== null) await releaseSchedule(stripe, stripeIdOf(schedule))
  await stripe.subscriptions.update(id, { automatic_tax: { enabled: true } })
}

type Retry = { subscription_id: string; subject: string; run: () => Promise<void> }

function retriesOf(stripe: Stripe, read: CustomerAtStripe, { subscriptions, payments }: CustomerState): Retry[] {
  return subscriptions.filter(isRunning).flatMap((row) => {
    const draft = findUnfinalized(row, payments)
    const { id: subscription_id, current_period_start } = row
    return [
      ...(draft && isLocationError(draft.finalization_error)
        ? [{ subscription_id, subject: draft.id, run: () => finalize(stripe, draft.id) }]
        : []),
      ...(lacksTaxLocation(row)
        ? [
            {
              subscription_id,
              subject: current_period_start.toISOString(),
              run: () => enableTax(stripe, read, subscription_id),
            },
          ]
        : []),
    ]
  })
}

/** Finalizes drafts and enables tax once Stripe knows the customer's location. Tries each address once. */
export async function retryFinalization(
  stripe: Stripe,
  read: CustomerAtStripe,
  state: CustomerState,
): Promise<boolean> {
  const { tax, address } = read.customer ?? {}
  if (!tax?.location || tax.automatic_tax === 'unrecognized_location') return false
  const where = createHash('sha256')
    .update(JSON.stringify([tax.location, address]))
    .digest('base64url')
  let isChanged = false
  for (const { subscription_id, subject, run } of retriesOf(stripe, read, state)) {
    const notice = { subscription_id, kind: 'tax_location_refused', subject: `${subject} ${where}` }
    if (await db.subscriptionNotice.findFirst({ where: notice, select: { kind: true } })) continue
    try {
      await run()
      isChanged = true
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      await addNoticeOnce(db, notice)
    }
  }
  return isChanged
}
