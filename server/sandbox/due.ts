import type { StoredObject } from './store.ts'

const hour = 3600
const day = 24 * hour

/** Seconds within which the first payment of a subscription or a change must succeed. */
export const firstPaymentSeconds = 23 * hour
export const draftInvoiceSeconds = hour
const settlementSeconds = 3 * day
export const refundSettlementSeconds = 5 * day
const upcomingSeconds = 7 * day

type Due = { at: number; what: string }
export type Agenda = ReturnType<typeof createAgenda>

/** Returns the actions on an object that time triggers. */
export function dueActionsOf(record: StoredObject): Due[] {
  switch (record.object) {
    case 'subscription': {
      const end = record.items.data[0]?.current_period_end ?? record.created
      const isLive = ['active', 'past_due', 'unpaid'].includes(record.status)
      return [
        ...(isLive ? [{ at: record.cancel_at ?? Infinity, what: 'cancel' }] : []),
        ...(isLive ? [{ at: end, what: 'renew' }] : []),
        ...(record.status === 'active' && record.cancel_at === null
          ? [{ at: end - upcomingSeconds, what: 'announce' }]
          : []),
        ...(record.pending_update ? [{ at: record.pending_update.expires_at, what: 'expire pending update' }] : []),
        ...(record.status === 'incomplete' ? [{ at: record.created + firstPaymentSeconds, what: 'expire' }] : []),
      ]
    }
    case 'invoice':
      return [
        ...(record.status === 'draft' ? [{ at: record.automatically_finalizes_at ?? Infinity, what: 'finalize' }] : []),
        ...(record.status === 'open' ? [{ at: record.next_payment_attempt ?? Infinity, what: 'retry' }] : []),
      ]
    case 'checkout.session':
      return record.status === 'open' ? [{ at: record.expires_at, what: 'expire' }] : []
    case 'charge':
      return record.status === 'pending' ? [{ at: record.created + settlementSeconds, what: 'settle' }] : []
    case 'sandbox.settlement':
      return [{ at: record.at, what: 'settle' }]
    case 'subscription_schedule':
      return record.status === 'active' ? [{ at: record.current_phase?.end_date ?? record.created, what: 'turn' }] : []
    case 'sandbox.delivery':
      return record.status === 'pending' && record.next_try_at !== null
        ? [{ at: record.next_try_at, what: 'deliver' }]
        : []
    default:
      return []
  }
}

export type AgendaEntry = Due & { record: { object: string; id: string } }

/** Actions sorted by time. An entry is only a hint: the object decides whether its action is still due. */
export function createAgenda() {
  const entries: AgendaEntry[] = []

  /** Returns the index of the first later entry, so that entries of equal time keep their order. */
  function indexAfter(time: number): number {
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle]?.at ?? Infinity) > time) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    add({ object, id }: { object: string; id: string }, dues: Due[]) {
      for (const { at, what } of dues)
        if (at !== Infinity) entries.splice(indexAfter(at), 0, { at, what, record: { object, id } })
    },
    nextAt: () => entries[0]?.at,
    takeUntil: (time: number) => ((entries[0]?.at ?? Infinity) <= time ? entries.shift() : undefined),
  }
}
