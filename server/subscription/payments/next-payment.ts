import { fromMinorUnits } from '#shared/subscription/money.ts'
import type { NextPayment } from '#shared/subscription/schema.ts'
import { db } from '../../database/db.ts'
import { findRunningSubscription } from '../status.ts'
import { Stripe } from '../stripe.ts'

const cacheMs = 5 * 60_000
const maxCached = 1_000
const cached = new Map<string, { until: number; answer: NextPayment | null }>()

function cacheAnswer(key: string, answer: NextPayment | null): void {
  const [oldest] = cached.keys()
  if (cached.size >= maxCached && oldest !== undefined) cached.delete(oldest)
  cached.set(key, { until: Date.now() + cacheMs, answer })
}

type Preview = { subscription: string } | { schedule: string }

export const previewParamsOf = ({ id, schedule_id }: { id: string; schedule_id: string | null }): Preview =>
  schedule_id === null ? { subscription: id } : { schedule: schedule_id }

/** Returns the amount of Stripe's preview, with credit, discounts and tax. Null if nothing is due. */
async function readPreview(stripe: Stripe, preview: Preview): Promise<Pick<NextPayment, 'amount' | 'currency'> | null> {
  try {
    const invoice = await stripe.invoices.createPreview(preview)
    const currency = invoice.currency.toUpperCase()
    return { amount: fromMinorUnits(invoice.amount_due, currency), currency }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'invoice_upcoming_none') return null
    throw error
  }
}

export async function findNextPayment(stripe: Stripe, user_id: number): Promise<NextPayment | null> {
  const running = await findRunningSubscription(user_id)
  if (!running || running.ends_at !== null || running.status === 'past_due') return null
  const { customer_id, current_period_end } = running
  const { version } = await db.customer.findUniqueOrThrow({ where: { id: customer_id }, select: { version: true } })
  const key = `${customer_id} ${version}`
  const known = cached.get(key)
  if (known && known.until > Date.now()) return known.answer
  const price = await readPreview(stripe, previewParamsOf(running))
  const answer = price && { ...price, date: current_period_end.toISOString() }
  cached.delete(key)
  cacheAnswer(key, answer)
  return answer
}
