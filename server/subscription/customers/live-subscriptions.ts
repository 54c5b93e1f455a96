import { isDeepStrictEqual } from 'node:util'
import { db } from '../../database/db.ts'
import { findSubscriptions, readPrices, subscriptionRow } from './customer-state.ts'
import type { SoldPrices } from './customer-state.ts'
import { readKeyPrefix } from '../idempotency.ts'
import { stripeIdOf } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

const hourMs = 3_600_000

/** True if the nightly run is due: at night, or by day if the night was missed. */
export function isNightlyDue(last: Date | null, now: Date): boolean {
  const hours = last ? (now.getTime() - last.getTime()) / hourMs : Infinity
  return hours > 30 || (hours > 20 && now.getUTCHours() < 6)
}

export async function readLastNightlyRead(): Promise<Date | null> {
  await readKeyPrefix()
  return (await db.stripeAccount.findFirstOrThrow()).subscriptions_read_at
}

export const recordNightlyRead = (subscriptions_read_at: Date) =>
  db.stripeAccount.updateMany({ data: { subscriptions_read_at } })

async function changedCustomersOn(page: Stripe.Subscription[], prices: SoldPrices): Promise<string[]> {
  const rows = await findSubscriptions(page.map(({ id }) => id))
  const stored = new Map(rows.map((row) => [row.id, row]))
  const changed = page.filter((one) => {
    const row = stored.get(one.id)
    return !isDeepStrictEqual(subscriptionRow(one, prices, row), row ? [row] : [])
  })
  const ids = changed.flatMap(({ customer }) => stripeIdOf(customer) ?? [])
  const ours = await db.customer.findMany({ where: { id: { in: ids } }, select: { id: true } })
  return ours.map(({ id }) => id)
}

/** Returns customers whose stored subscriptions differ from Stripe's list of live subscriptions. */
export async function findChangedCustomers(stripe: Stripe, signal?: AbortSignal): Promise<string[]> {
  const prices = await readPrices()
  const seen = new Set<string>()
  const changed = new Set<string>()
  const params = { limit: 100, expand: ['data.schedule'] }
  let page = await stripe.subscriptions.list(params)
  for (;;) {
    signal?.throwIfAborted()
    for (const { id } of page.data) seen.add(id)
    for (const id of await changedCustomersOn(page.data, prices)) changed.add(id)
    const last = page.data.at(-1)
    if (!page.has_more || !last) break
    page = await stripe.subscriptions.list({ ...params, starting_after: last.id })
  }
  const where = { status: { notIn: ['canceled', 'incomplete_expired'] } }
  for (const { id, customer_id } of await db.subscription.findMany({ where, select: { id: true, customer_id: true } }))
    if (!seen.has(id)) changed.add(customer_id)
  return [...changed]
}
