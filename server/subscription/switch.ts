import { decimalOf } from '#shared/money.ts'
import { checkoutPaths } from '#shared/checkout-paths.ts'
import type { NewCheckout, SwitchPreview } from '#shared/subscription.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { ensurePrice } from './prices.ts'
import type { RunningSubscription } from './status.ts'
import { dateOf, expanded } from './stripe.ts'
import type { Stripe } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

type Switch = Sync & { settings: Pick<Settings, 'PUBLIC_URL'> }

const anchor = { type: 'now' } as const

/** Seconds for which a preview holds. What is left of a plan changes by less than a cent in that time. */
const previewSeconds = 15 * 60

const changes = (running: RunningSubscription, price: string) => ({
  items: [{ id: running.item_id, price, quantity: 1 }],
  billing_cycle_anchor: anchor,
  proration_behavior: 'always_invoice' as const,
})

async function createPreview(stripe: Stripe, running: RunningSubscription, price: string) {
  const invoice = await stripe.invoices.createPreview({
    subscription: running.id,
    subscription_details: changes(running, price),
  })
  // By the provider's clock.
  const proration_date = invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created
  return { invoice, proration_date }
}

/** The moment of the preview that the person confirmed, where that was just now: an earlier one would credit more. */
async function confirmedDate(
  stripe: Stripe,
  running: RunningSubscription,
  { proration_date, price }: { proration_date: number | undefined; price: string },
): Promise<number | undefined> {
  if (proration_date === undefined) return undefined
  const { proration_date: now } = await createPreview(stripe, running, price)
  const earliest = Math.max(now - previewSeconds, running.current_period_start.getTime() / 1_000)
  return proration_date >= earliest && proration_date <= now ? proration_date : undefined
}

/** What the switch would charge now, by Stripe's own preview. */
export async function previewSwitch(
  stripe: Stripe,
  running: RunningSubscription,
  wanted: NewCheckout,
): Promise<SwitchPreview> {
  const { id: price } = await ensurePrice(stripe, wanted)
  const { invoice: preview, proration_date } = await createPreview(stripe, running, price)
  const currency = preview.currency.toUpperCase()
  const end = Math.max(...preview.lines.data.map(({ period }) => period.end))
  return {
    proration_date,
    amount_due: decimalOf(preview.amount_due, currency),
    credit: decimalOf(Math.max(0, -(preview.ending_balance ?? 0)), currency),
    currency,
    next_payment_at: dateOf(end).toISOString(),
  }
}

async function openInvoiceUrl(stripe: Stripe, running: RunningSubscription): Promise<string | null> {
  if (!running.latest_invoice_id) return null
  const invoice = await stripe.invoices.retrieve(running.latest_invoice_id)
  return invoice.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null
}

/**
 * Switches at once: the new period starts now, what is left of the former plan is credited, auto-renew is on. Where the
 * bank refuses or wants a confirmation the former plan holds, and the answer leads to the invoice.
 */
export async function switchPlan(context: Switch, running: RunningSubscription, wanted: NewCheckout): Promise<string> {
  const { stripe, settings } = context
  const success = `${settings.PUBLIC_URL}${checkoutPaths.success}?switched=1`
  const { id: price } = await ensurePrice(stripe, wanted)
  // What is owed comes first, and a switch that waits for its payment goes on where it was.
  const owed = running.status === 'past_due' || running.pending_price_id === price
  const open = owed ? await openInvoiceUrl(stripe, running) : null
  if (open) return open
  const proration_date = await confirmedDate(stripe, running, {
    price,
    proration_date: wanted.proration_date,
  })
  const subscription = await stripe.subscriptions.update(
    running.id,
    {
      ...changes(running, price),
      ...(proration_date !== undefined && { proration_date }),
      payment_behavior: 'pending_if_incomplete',
      cancel_at_period_end: false,
      expand: ['latest_invoice'],
    },
    { idempotencyKey: `switch_${running.id}_${price}_${running.latest_invoice_id}_${proration_date ?? 'now'}` },
  )
  await syncCustomer(context, running.customer_id)
  if (!subscription.pending_update) return success
  const invoice = expanded(subscription.latest_invoice)
  if (!invoice?.hosted_invoice_url) throw new HttpProblem(402, 'subscription.problem.declined')
  return invoice.hosted_invoice_url
}
