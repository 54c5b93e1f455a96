import { endSubscription } from './billing/cancellation.ts'
import { completeInvoiceCharge, payWithSavedMethod, subscriptionOfInvoice } from './billing/invoice-lifecycle.ts'
import { announceRenewal, expireFirstPayment, finalizeDraft, renewSubscription } from './billing/renewals.ts'
import { advanceSchedule } from './billing/schedules.ts'
import { expirePendingUpdate } from './billing/subscription-changes.ts'
import { dueActionsOf, firstPaymentSeconds } from './due.ts'
import type { Due } from './due.ts'
import type { Charge } from './objects.ts'
import { completeAsyncPayment, expireSession } from './payments/checkout.ts'
import { completeRefund } from './payments/refunds.ts'
import { clock, store, transaction } from './sandbox.ts'
import type { Sandbox } from './sandbox.ts'
import type { StoredObject, Table, Tables } from './store.ts'
import type { Deliveries } from './webhooks.ts'

const maxSleepMs = 3_600_000

function completeDebit(charge: Charge) {
  const completed = completeInvoiceCharge(charge)
  if (!completed) return
  completeAsyncPayment(completed.invoice, completed.outcome)
  const subscription = subscriptionOfInvoice(completed.invoice)
  if (subscription?.status === 'incomplete' && subscription.created + firstPaymentSeconds <= clock.now())
    expireFirstPayment(subscription)
}

type Actions = { [Name in Table]?: Record<string, (record: Tables[Name]) => unknown> }

const actionsOf = (deliveries: Deliveries): Actions => ({
  subscription: {
    renew: renewSubscription,
    announce: announceRenewal,
    cancel: (subscription) => endSubscription(subscription),
    expire: expireFirstPayment,
    'expire pending update': expirePendingUpdate,
  },
  invoice: { finalize: finalizeDraft, retry: payWithSavedMethod },
  charge: { settle: completeDebit },
  subscription_schedule: { turn: ({ id }) => advanceSchedule(id) },
  'checkout.session': { expire: expireSession },
  'sandbox.settlement': { settle: ({ refund, outcome }) => completeRefund(refund, outcome) },
  'sandbox.delivery': { deliver: (delivery) => deliveries.start(delivery) },
})

type Entry = Due & { object: Table; id: string }

/** Runs the action of an entry if the action is still due. */
function runEntry(actions: Actions, { what, object, id }: Entry) {
  const record = store.find(object, id)
  if (!record || !dueActionsOf(record).some((due) => due.what === what && due.at <= clock.now())) return
  const named = actions[record.object] as Record<string, (record: StoredObject) => unknown> | undefined
  named?.[what]?.(record)
}

/** Runs due actions as real time passes, and immediately when the clock is advanced. */
export class TimeRunner {
  readonly #sandbox: Sandbox
  readonly #deliveries: Deliveries
  readonly #actions: Actions
  readonly #onError: (error: unknown) => void
  /** Actions sorted by time. An entry is only a hint: the object decides whether its action is still due. */
  readonly #agenda: Entry[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(sandbox: Sandbox, deliveries: Deliveries, onError: (error: unknown) => void) {
    this.#sandbox = sandbox
    this.#deliveries = deliveries
    this.#actions = actionsOf(deliveries)
    this.#onError = onError
    sandbox.store.onCommit = (records) => {
      for (const record of records) {
        this.#add(record)
        if (record.object === 'sandbox.delivery' && record.status === 'pending' && record.next_try_at === null)
          deliveries.start(record)
      }
      this.schedule()
    }
    for (const record of sandbox.store.everything()) this.#add(record)
  }

  /** Adds the actions of a record behind those of the same time. */
  #add(record: StoredObject) {
    const { object, id } = record
    for (const due of dueActionsOf(record)) {
      const index = this.#agenda.findLastIndex(({ at }) => at <= due.at) + 1
      this.#agenda.splice(index, 0, { ...due, object, id })
    }
  }

  #nextAt = () => this.#agenda[0]?.at ?? Infinity

  /** Runs the actions that are due at `time`. `moves`: true while the clock is being advanced. */
  #runUntil(time: number, moves: boolean) {
    const { clock: sandboxClock } = this.#sandbox
    const takeDue = () => (this.#nextAt() <= time ? this.#agenda.shift() : undefined)
    for (let entry = takeDue(); entry; entry = takeDue()) {
      const { at } = entry
      try {
        transaction(this.#sandbox, () => {
          if (moves) sandboxClock.stand(at)
          else sandboxClock.standBefore(at)
          runEntry(this.#actions, entry)
        })
      } catch (error) {
        this.#onError(error)
      }
    }
    if (!moves) sandboxClock.run()
  }

  schedule() {
    clearTimeout(this.#timer)
    const next = this.#nextAt()
    if (this.#isClosed || next === Infinity) return
    const runDue = () => {
      this.#runUntil(this.#sandbox.clock.now(), false)
      this.schedule()
    }
    const wait = Math.max(0, (next - this.#sandbox.clock.now()) * 1000)
    this.#timer = setTimeout(runDue, Math.min(wait, maxSleepMs)).unref()
  }

  async #move(to: number) {
    const { store: state, clock: sandboxClock } = this.#sandbox
    const before = new Set(state.all('event').map(({ id }) => id))
    const from = sandboxClock.now()
    try {
      this.#runUntil(to, true)
      transaction(this.#sandbox, () => sandboxClock.stand(to))
    } finally {
      sandboxClock.run()
    }
    this.schedule()
    await this.#deliveries.idle()
    // Runs retries of failed webhooks, which may be due in the past.
    while (this.#nextAt() <= to) {
      this.#runUntil(to, false)
      await this.#deliveries.idle()
    }
    const events = state.all('event').filter(({ id }) => !before.has(id))
    const sent = events.flatMap(({ id }) => state.by('sandbox.delivery', 'event', id))
    const delivered = sent.filter(({ status }) => status === 'delivered').length
    return { from, now: sandboxClock.now(), events: events.length, delivered, not_delivered: sent.length - delivered }
  }

  /** Advances the clock. Resolves when all resulting webhooks were delivered or failed at their last attempt. */
  advance(target: { to: number } | { by: number }) {
    const moved = this.#last.then(() => this.#move('to' in target ? target.to : this.#sandbox.clock.now() + target.by))
    this.#last = moved.catch(() => undefined)
    return moved
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
