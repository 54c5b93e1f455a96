import type { Period, Subscription } from './objects.ts'
import type { StoredObject } from './store.ts'

const hour = 3600
const day = 24 * hour

/** Seconds within which the first payment of a subscription or a change must succeed. */
export const firstPaymentSeconds = 23 * hour
export const draftInvoiceSeconds = hour
const settlementSeconds = 3 * day
export const refundSettlementSeconds = 5 * day
const upcomingSeconds = 7 * day

/** Returns the current period of a subscription, whose items have a period in common. */
export function currentPeriodOf({ items, created }: Subscription): Period {
  const [first] = items.data
  return { start: first?.current_period_start ?? created, end: first?.current_period_end ?? created }
}

export type Due = { at: number; what: string }

const due = (condition: boolean, what: string, at: number | null | undefined): Due[] =>
  condition && typeof at === 'number' ? [{ at, what }] : []

export function dueActionsOf(record: StoredObject): Due[] {
  switch (record.object) {
    case 'subscription': {
      const { status, cancel_at, pending_update } = record
      const { end } = currentPeriodOf(record)
      const isLive = ['active', 'past_due', 'unpaid'].includes(status)
      return [
        ...due(isLive, 'cancel', cancel_at),
        ...due(isLive, 'renew', end),
        ...due(status === 'active' && cancel_at === null, 'announce', end - upcomingSeconds),
        ...due(true, 'expire pending update', pending_update?.expires_at),
        ...due(status === 'incomplete', 'expire', record.created + firstPaymentSeconds),
      ]
    }
    case 'invoice':
      return [
        ...due(record.status === 'draft', 'finalize', record.automatically_finalizes_at),
        ...due(record.status === 'open', 'retry', record.next_payment_attempt),
      ]
    case 'checkout.session':
      return due(record.status === 'open', 'expire', record.expires_at)
    case 'charge':
      return due(record.status === 'pending', 'settle', record.created + settlementSeconds)
    case 'sandbox.settlement':
      return due(true, 'settle', record.at)
    case 'subscription_schedule':
      return due(record.status === 'active', 'turn', record.current_phase?.end_date ?? record.created)
    case 'sandbox.delivery':
      return due(record.status === 'pending', 'deliver', record.next_try_at)
    default:
      return []
  }
}
