import type { Stored } from './tables.ts'

const hour = 3600
const day = 24 * hour

/** How long a subscription or a change of one waits for its first payment. */
export const firstPaymentSeconds = 23 * hour
export const draftSeconds = hour
/** Bank debits and pending refunds are settled after this. */
export const settlementSeconds = 3 * day
export const refundSettlementSeconds = 5 * day
export const upcomingSeconds = 7 * day

type Due = { at: number; what: string }
export type Agenda = ReturnType<typeof createAgenda>

/** What time alone will do to an object. */
export function dueOf(record: Stored): Due[] {
  switch (record.object) {
    case 'subscription': {
      const end = record.items.data[0]?.current_period_end ?? record.created
      const isLive = ['active', 'past_due', 'unpaid'].includes(record.status)
      return [
        ...(isLive ? [{ at: record.cancel_at ?? Infinity, what: 'cancel' }] : []),
        ...(isLive ? [{ at: end, what: 'renew' }] : []),
        ...(record.status === 'active' ? [{ at: end - upcomingSeconds, what: 'announce' }] : []),
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

type Entry = Due & { record: { object: string; id: string }; order: number }

const isBefore = (one: Entry, other: Entry) => one.at < other.at || (one.at === other.at && one.order < other.order)

/** A heap of what comes next. Entries are hints: whoever takes one asks the object whether it still holds. */
export function createAgenda() {
  const heap: Entry[] = []
  let order = 0

  function swap(one: number, other: number) {
    const [first, second] = [heap[one], heap[other]]
    if (!first || !second) return
    heap[one] = second
    heap[other] = first
  }
  const precedes = (one: number, other: number) => {
    const [first, second] = [heap[one], heap[other]]
    return first !== undefined && second !== undefined && isBefore(first, second)
  }

  function add({ object, id }: { object: string; id: string }, dues: Due[]) {
    for (const { at, what } of dues) {
      if (at === Infinity) continue
      let place = heap.push({ at, what, record: { object, id }, order: order++ }) - 1
      while (place > 0 && precedes(place, (place - 1) >> 1)) {
        swap(place, (place - 1) >> 1)
        place = (place - 1) >> 1
      }
    }
  }

  function take(): Entry | undefined {
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first
    heap[0] = last
    let place = 0
    for (;;) {
      const children = [2 * place + 1, 2 * place + 2]
      const least = children.reduce((best, child) => (precedes(child, best) ? child : best), place)
      if (least === place) return first
      swap(place, least)
      place = least
    }
  }

  return {
    add,
    nextAt: () => heap[0]?.at,
    takeUntil: (time: number) => ((heap[0]?.at ?? Infinity) <= time ? take() : undefined),
    clear: () => heap.splice(0),
  }
}
