import { db } from '../db.ts'
import { acceptEvent } from './events.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

const pageSize = 100
/** Seconds. Stripe keeps events for 30 days. */
const eventsSeconds = 30 * 86_400

/** Those of the last 30 days that Stripe could not deliver. */
async function acceptMissedEvents({ stripe, jobs }: Sync): Promise<void> {
  const created = { gte: Math.floor(Date.now() / 1_000) - eventsSeconds }
  for await (const event of stripe.events.list({ delivery_success: false, created, limit: 100 }))
    await acceptEvent(jobs, event)
}

export type Reconciled = { customers: number; changed: number; failed: string[] }

async function countChanged(page: { id: string; version: number }[]): Promise<number> {
  const ids = page.map(({ id }) => id)
  const rows = await db.customer.findMany({ where: { id: { in: ids } }, select: { id: true, version: true } })
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return page.filter(({ id, version }) => versions.get(id) !== version).length
}

/** Reads every customer anew, a page at a time; one that fails is named and holds up no other. */
export async function reconcile(sync: Sync, onCustomer: (done: number) => void = () => undefined): Promise<Reconciled> {
  await acceptMissedEvents(sync)
  const reconciled: Reconciled = { customers: 0, changed: 0, failed: [] }
  let last = ''
  for (;;) {
    const page = await db.customer.findMany({
      where: { id: { gt: last } },
      select: { id: true, version: true },
      orderBy: { id: 'asc' },
      take: pageSize,
    })
    for (const { id } of page) {
      await syncCustomer(sync, id).catch(() => reconciled.failed.push(id))
      onCustomer(++reconciled.customers)
    }
    reconciled.changed += await countChanged(page)
    if (page.length < pageSize) return reconciled
    last = page.at(-1)?.id ?? ''
  }
}
