import { fromMinorUnits } from '#shared/subscription/money.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import type { NewCheckout, SwitchPreview } from '#shared/subscription/schema.ts'
import { db } from '../database/db.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'
import { isRunning } from './access.ts'
import { withCustomerLock } from './customers/customer-lock.ts'
import { finishSwitch } from './finish-switch.ts'
import { releaseSchedule } from './prices/next-price.ts'
import { scheduledPriceOf } from './prices/schedule-phases.ts'
import { resolvePaymentLink } from './payments/payment-links.ts'
import { ensurePrice } from './prices/prices.ts'
import type { RunningSubscription } from './status.ts'
import { dateOfSeconds, expandedObject, stripeIdOf, Stripe, responseTimeOf } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import type { SyncContext } from './stripe.ts'

type Switch = SyncContext & { settings: Pick<Settings, 'PUBLIC_URL'> }

export const switchSuccessUrl = ({ PUBLIC_URL }: Switch['settings']) =>
  `${PUBLIC_URL}${checkoutPaths.success}?switched=1`

const previewSeconds = 15 * 60

const switchParams = (running: RunningSubscription, price: string) => ({
  items: [{ id: running.item_id, price, quantity: 1 }],
  billing_cycle_anchor: { type: 'now' as const },
  proration_behavior: 'always_invoice' as const,
})

async function readPreview(
  stripe: Stripe,
  running: RunningSubscription,
  { price, proration_date }: { price: string; proration_date?: number | undefined },
): Promise<SwitchPreview> {
  const invoice = await stripe.invoices.createPreview({
    subscription: running.id,
    subscription_details: { ...switchParams(running, price), ...(proration_date !== undefined && { proration_date }) },
  })
  const currency = invoice.currency.toUpperCase()
  const isNew = ({ pricing }: Stripe.InvoiceLineItem) => stripeIdOf(pricing?.price_details?.price) === price
  const end = Math.max(...invoice.lines.data.filter(isNew).map(({ period }) => period.end))
  return {
    proration_date: invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created,
    amount_due: fromMinorUnits(invoice.amount_due, currency),
    credit: fromMinorUnits(Math.max(0, invoice.amount_due - invoice.total - invoice.starting_balance), currency),
    currency,
    next_payment_at: dateOfSeconds(end).toISOString(),
  }
}

/** Returns the oldest open invoice of a past-due subscription. */
async function findOwed({ id, status }: RunningSubscription): Promise<string | null> {
  if (status !== 'past_due') return null
  const payment = await db.payment.findFirst({
    where: { subscription_id: id, is_payable: true },
    orderBy: { created_at: 'asc' },
    select: { id: true },
  })
  return payment?.id ?? null
}

export async function findUnpaidInvoiceUrl(sync: SyncContext, running: RunningSubscription): Promise<string | null> {
  const owed = await findOwed(running)
  return owed === null ? null : resolvePaymentLink(sync, { id: owed }, 'pay')
}

/** Converts Stripe's refusal of a switch to a problem. Returns other errors unchanged. */
async function switchProblemOf(
  sync: SyncContext,
  { id, customer_id }: RunningSubscription,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return error
  // Stripe refused a bank debit, which takes too long for a pending update.
  if (error.param === 'payment_behavior') return new HttpProblem(409, 'subscription.problem.card_needed')
  await syncCustomer(sync, customer_id)
  const subscription = await db.subscription.findUnique({ where: { id }, select: { status: true } })
  const isOver = !subscription || !isRunning(subscription)
  return isOver ? new HttpProblem(409, 'subscription.problem.ended', { code: 'no_subscription' }) : error
}

/** Returns the id of the new price. Throws 409 for another currency, which needs a new subscription. */
async function ensureSwitchPrice(stripe: Stripe, { price_id }: RunningSubscription, requested: NewCheckout) {
  const price = await ensurePrice(stripe, requested)
  const where = { id: { in: [price_id, price] } }
  const currencies = await db.stripePrice.findMany({ where, select: { currency: true }, distinct: ['currency'] })
  if (currencies.length > 1) throw new HttpProblem(409, 'subscription.problem.other_currency')
  return price
}

export async function previewSwitch(
  sync: SyncContext,
  running: RunningSubscription,
  requested: NewCheckout,
): Promise<SwitchPreview> {
  if (running.plan_id === requested.plan_id && running.billing_period === requested.billing_period)
    throw new HttpProblem(409, 'subscription.problem.already_active', { code: 'already_active' })
  if (await findOwed(running)) throw new HttpProblem(409, 'subscription.problem.owed', { code: 'owed' })
  const price = await ensureSwitchPrice(sync.stripe, running, requested)
  const preview = await readPreview(sync.stripe, running, { price }).catch(async (error: unknown) => {
    throw await switchProblemOf(sync, running, error)
  })
  await assertBelowSwitchLimits(running, preview.proration_date)
  return preview
}

type Confirmed = Pick<NewCheckout, 'proration_date' | 'amount_due' | 'credit'> & { price: string }

const outdatedProblem = () => new HttpProblem(409, 'subscription.problem.outdated', { code: 'outdated' })

/** Throws 409 if the request confirms amounts without a preview of the switch. */
function assertPreviewed(requested: NewCheckout): void {
  const { price, proration_date, amount_due, credit } = requested
  const hasAmounts = price !== undefined || amount_due !== undefined || credit !== undefined
  if (hasAmounts && proration_date === undefined) throw outdatedProblem()
}

/** Throws 409 unless Stripe would charge the amount of the preview. */
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
  if (!preview || !isSame) throw outdatedProblem()
}

function pendingUrl({ pending_update, latest_invoice }: Stripe.Subscription, price: string): string | null {
  const invoice = expandedObject(latest_invoice)
  const isPending = stripeIdOf(pending_update?.subscription_items?.[0]?.price) === price && invoice?.status === 'open'
  return (isPending && invoice.hosted_invoice_url) || null
}

async function update(stripe: Stripe, running: RunningSubscription, { price, proration_date }: Confirmed) {
  return stripe.subscriptions.update(running.id, {
    ...switchParams(running, price),
    ...(proration_date !== undefined && { proration_date }),
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  })
}

/** Stores data for `finishSwitch`, since a pending update cannot contain auto-renew or a schedule. */
async function prepareSwitch(stripe: Stripe, current: Stripe.Subscription, price: string): Promise<void> {
  const { id, schedule, cancel_at, cancel_at_period_end } = current
  const isForeign = schedule !== null && scheduledPriceOf(schedule) === null
  const select = { switch_price_id: true, switch_schedule_id: true }
  const former = await db.subscription.findUniqueOrThrow({ where: { id }, select })
  if (isForeign || cancel_at !== null || cancel_at_period_end || former.switch_price_id !== null)
    await db.subscription.update({
      where: { id },
      data: {
        switch_price_id: price,
        switch_schedule_id: isForeign ? stripeIdOf(schedule) : former.switch_schedule_id,
      },
    })
  await releaseSchedule(stripe, stripeIdOf(schedule))
}

/** Limits of switches per number of seconds. Stripe allows 10 invoices a minute and 20 a day. */
const switchLimits = [
  { seconds: 60, most: 8 },
  { seconds: 86_400, most: 15 },
]

/** Throws 409 above the limits of switches. `now`: Stripe's time in seconds. */
async function assertBelowSwitchLimits({ id }: RunningSubscription, now: number): Promise<void> {
  for (const { seconds, most } of switchLimits) {
    const created_at = { gt: dateOfSeconds(now - seconds) }
    if ((await db.payment.count({ where: { subscription_id: id, created_at } })) >= most)
      throw new HttpProblem(409, 'subscription.problem.too_many_switches', { code: 'too_many_switches' })
  }
}

async function switchTo(context: Switch, running: RunningSubscription, confirmed: Confirmed): Promise<string> {
  const { stripe, settings } = context
  const success = switchSuccessUrl(settings)
  const current = await stripe.subscriptions.retrieve(running.id, { expand: ['latest_invoice', 'schedule'] })
  const pending = pendingUrl(current, confirmed.price)
  if (pending) return pending
  if (current.items.data.some(({ price }) => price.id === confirmed.price)) return success
  await assertBelowSwitchLimits(running, responseTimeOf(current))
  await confirmPreview(stripe, running, confirmed, responseTimeOf(current))
  await prepareSwitch(stripe, current, confirmed.price)
  const { pending_update, latest_invoice } = await update(stripe, running, confirmed)
  if (!pending_update) return success
  const url = expandedObject(latest_invoice)?.hosted_invoice_url
  if (!url) throw new HttpProblem(402, 'subscription.problem.declined')
  return url
}

/** Switches a plan: starts a new period and credits the rest of the old one. Returns the URL to redirect to. */
export async function switchPlan(
  context: Switch,
  running: RunningSubscription,
  requested: NewCheckout,
): Promise<string> {
  const owed = await findUnpaidInvoiceUrl(context, running)
  if (owed !== null) return owed
  const { proration_date, amount_due, credit } = requested
  const price = await ensureSwitchPrice(context.stripe, running, requested)
  assertPreviewed(requested)
  const switched = withCustomerLock(running.customer_id, () =>
    switchTo(context, running, { price, proration_date, amount_due, credit }),
  )
  try {
    const url = await switched
    await syncCustomer(context, running.customer_id)
    return url
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      await finishSwitch(context.stripe, running.customer_id).catch(() => undefined)
    const refusal = await switchProblemOf(context, running, error)
    throw refusal
  }
}
