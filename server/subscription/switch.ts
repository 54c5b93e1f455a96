import { decimalOf } from '#shared/money.ts'
import { checkoutPaths } from '#shared/checkout-paths.ts'
import type { NewCheckout, SwitchPreview } from '#shared/subscription.ts'
import { db } from '../db.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { isRunning } from './access.ts'
import { withClaim } from './customer-claim.ts'
import { releaseSchedule } from './next-price.ts'
import { ensurePrice } from './prices.ts'
import type { RunningSubscription } from './status.ts'
import { dateOf, expanded, idOf, Stripe, timeOf } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

type Switch = Sync & { settings: Pick<Settings, 'PUBLIC_URL'> }

/** Seconds for which a preview holds. */
const previewSeconds = 15 * 60

const changes = (running: RunningSubscription, price: string) => ({
  items: [{ id: running.item_id, price, quantity: 1 }],
  billing_cycle_anchor: { type: 'now' as const },
  proration_behavior: 'always_invoice' as const,
})

/** What the switch would charge, counted as of now, or as of a moment that was just now. */
async function readPreview(
  stripe: Stripe,
  running: RunningSubscription,
  { price, proration_date }: { price: string; proration_date?: number | undefined },
): Promise<SwitchPreview> {
  const invoice = await stripe.invoices.createPreview({
    subscription: running.id,
    subscription_details: { ...changes(running, price), ...(proration_date !== undefined && { proration_date }) },
  })
  const currency = invoice.currency.toUpperCase()
  const isNew = ({ pricing }: Stripe.InvoiceLineItem) => idOf(pricing?.price_details?.price) === price
  const end = Math.max(...invoice.lines.data.filter(isNew).map(({ period }) => period.end))
  return {
    // By the provider's clock.
    proration_date: invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created,
    amount_due: decimalOf(invoice.amount_due, currency),
    credit: decimalOf(Math.max(0, invoice.amount_due - invoice.total - invoice.starting_balance), currency),
    currency,
    next_payment_at: dateOf(end).toISOString(),
  }
}

/** Where what is owed can be paid: the oldest open invoice of a subscription that is past due. */
export async function findOwedUrl({ id, status }: RunningSubscription): Promise<string | null> {
  if (status !== 'past_due') return null
  const payment = await db.payment.findFirst({
    where: { subscription_id: id, invoice_url: { not: null } },
    orderBy: { created_at: 'asc' },
    select: { invoice_url: true },
  })
  return payment?.invoice_url ?? null
}

/** Why Stripe takes no such change; what it says of anything else stays an error. */
async function refusalOf(sync: Sync, { id, customer_id }: RunningSubscription, error: unknown): Promise<unknown> {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return error
  // A bank debit takes days, for which the former plan cannot be held.
  if (error.param === 'payment_behavior') return new HttpProblem(409, 'subscription.problem.card_needed')
  await syncCustomer(sync, customer_id)
  const subscription = await db.subscription.findUnique({ where: { id }, select: { status: true } })
  const isOver = !subscription || !isRunning(subscription)
  return isOver ? new HttpProblem(409, 'subscription.problem.ended', { code: 'no_subscription' }) : error
}

/** The price at Stripe; throws 409 where it is in another currency, which Stripe takes from a new subscription alone. */
async function ensureSwitchPrice(stripe: Stripe, { price_id }: RunningSubscription, wanted: NewCheckout) {
  const price = await ensurePrice(stripe, wanted)
  const where = { id: { in: [price_id, price] } }
  const currencies = await db.stripePrice.findMany({ where, select: { currency: true }, distinct: ['currency'] })
  if (currencies.length > 1) throw new HttpProblem(409, 'subscription.problem.other_currency')
  return price
}

/** What the switch would charge now, by Stripe's own preview. */
export async function previewSwitch(
  sync: Sync,
  running: RunningSubscription,
  wanted: NewCheckout,
): Promise<SwitchPreview> {
  if (running.plan_id === wanted.plan_id && running.billing_period === wanted.billing_period)
    throw new HttpProblem(409, 'subscription.problem.already_active', { code: 'already_active' })
  if (await findOwedUrl(running)) throw new HttpProblem(409, 'subscription.problem.owed', { code: 'owed' })
  const price = await ensureSwitchPrice(sync.stripe, running, wanted)
  return readPreview(sync.stripe, running, { price }).catch(async (error: unknown) => {
    throw await refusalOf(sync, running, error)
  })
}

type Confirmed = Pick<NewCheckout, 'proration_date' | 'amount_due' | 'credit'> & { price: string }

const outdated = () => new HttpProblem(409, 'subscription.problem.outdated', { code: 'outdated' })

/** Throws 409 where a page showed amounts that are no preview: it did not know that this is a switch. */
function refuseUnseen(wanted: NewCheckout): void {
  const { price, proration_date, amount_due, credit } = wanted
  const hasAmounts = price !== undefined || amount_due !== undefined || credit !== undefined
  if (hasAmounts && proration_date === undefined) throw outdated()
}

/** Throws 409 where Stripe would not charge what the person was shown, and just now. */
async function confirmPreview(
  stripe: Stripe,
  running: RunningSubscription,
  { price, proration_date, amount_due, credit }: Confirmed,
  now: number,
): Promise<void> {
  if (proration_date === undefined) return
  const earliest = Math.max(now - previewSeconds, running.current_period_start.getTime() / 1_000)
  const isOfNow = proration_date >= earliest && proration_date <= now
  const preview = isOfNow ? await readPreview(stripe, running, { price, proration_date }) : null
  const isSame =
    preview?.amount_due === (amount_due ?? preview?.amount_due) && preview?.credit === (credit ?? preview?.credit)
  if (!preview || !isSame) throw outdated()
}

/** Where a switch to the price waits for its payment. */
function pendingUrl({ pending_update, latest_invoice }: Stripe.Subscription, price: string): string | null {
  const invoice = expanded(latest_invoice)
  const isPending = idOf(pending_update?.subscription_items?.[0]?.price) === price && invoice?.status === 'open'
  return (isPending && invoice.hosted_invoice_url) || null
}

async function update({ stripe }: Sync, running: RunningSubscription, { price, proration_date }: Confirmed) {
  const subscription = await stripe.subscriptions.update(running.id, {
    ...changes(running, price),
    ...(proration_date !== undefined && { proration_date }),
    payment_behavior: 'pending_if_incomplete',
    cancel_at_period_end: false,
    expand: ['latest_invoice'],
  })
  // A date that was set in the Dashboard is no part of what may wait for a payment.
  if (!subscription.pending_update && subscription.cancel_at !== null)
    await stripe.subscriptions.update(running.id, { cancel_at: '' })
  return subscription
}

async function switchTo(context: Switch, running: RunningSubscription, confirmed: Confirmed): Promise<string> {
  const { stripe, settings } = context
  const success = `${settings.PUBLIC_URL}${checkoutPaths.success}?switched=1`
  const current = await stripe.subscriptions.retrieve(running.id, { expand: ['latest_invoice'] })
  const pending = pendingUrl(current, confirmed.price)
  if (pending) return pending
  if (current.items.data.some(({ price }) => price.id === confirmed.price)) return success
  await confirmPreview(stripe, running, confirmed, timeOf(current))
  await releaseSchedule(stripe, idOf(current.schedule))
  const { pending_update, latest_invoice } = await update(context, running, confirmed)
  await syncCustomer(context, running.customer_id)
  if (!pending_update) return success
  const url = expanded(latest_invoice)?.hosted_invoice_url
  if (!url) throw new HttpProblem(402, 'subscription.problem.declined')
  return url
}

/**
 * Switches at once: the new period starts now, what is left of the former plan is credited, auto-renew is on. Where the
 * bank refuses or wants a confirmation the former plan holds, and the answer leads to the invoice; what is owed comes
 * first.
 */
export async function switchPlan(context: Switch, running: RunningSubscription, wanted: NewCheckout): Promise<string> {
  const owed = await findOwedUrl(running)
  if (owed) return owed
  const { proration_date, amount_due, credit } = wanted
  const price = await ensureSwitchPrice(context.stripe, running, wanted)
  refuseUnseen(wanted)
  return withClaim(running.customer_id, () =>
    switchTo(context, running, { price, proration_date, amount_due, credit }).catch(async (error: unknown) => {
      throw await refusalOf(context, running, error)
    }),
  )
}
