import { endSubscription } from './billing/cancellation.ts'
import { completeInvoiceCharge, payWithSavedMethod, subscriptionOfInvoice } from './billing/invoice-lifecycle.ts'
import { announceRenewal, expireFirstPayment, finalizeDraft, renewSubscription } from './billing/renewals.ts'
import { advanceSchedule } from './billing/schedules.ts'
import { expirePendingUpdate } from './billing/subscription-changes.ts'
import { dueActionsOf, firstPaymentSeconds } from './due.ts'
import type { AgendaEntry } from './due.ts'
import type { Charge } from './objects.ts'
import { completeAsyncPayment } from './payments/checkout-payment.ts'
import { expireSession } from './payments/checkout.ts'
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
  'sandbox.delivery': { deliver: deliveries.start },
})

/** Runs the action of an entry if the action is still due. */
function runEntry(actions: Actions, { what, record: { object, id } }: AgendaEntry) {
  const record = store.find(object as Table, id)
  if (!record || !dueActionsOf(record).some((due) => due.what === what && due.at <= clock.now())) return
  const named = actions[record.object] as Record<string, (record: StoredObject) => unknown> | undefined
  named?.[what]?.(record)
}

export type TimeRunner = ReturnType<typeof createTimeRunner>

/** Runs due actions as real time passes, and immediately when the clock is advanced. */
export function createTimeRunner(sandbox: Sandbox, deliveries: Deliveries, onError: (error: unknown) => void) {
  const { agenda } = sandbox
  const actions = actionsOf(deliveries)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  sandbox.store.onCommit((records) => {
    for (const record of records) {
      agenda.add(record, dueActionsOf(record))
      if (record.object === 'sandbox.delivery' && record.status === 'pending' && record.next_try_at === null)
        deliveries.start(record)
    }
    schedule()
  })
  for (const record of sandbox.store.everything()) agenda.add(record, dueActionsOf(record))

  /** Runs the actions that are due at `time`. `moves`: true while the clock is being advanced. */
  function runUntil(time: number, moves: boolean) {
    for (let entry = agenda.takeUntil(time); entry; entry = agenda.takeUntil(time)) {
      try {
        transaction(sandbox, () => {
          if (moves) sandbox.clock.stand(entry.at)
          else sandbox.clock.standBefore(Math.min(entry.at, time))
          runEntry(actions, entry)
        })
      } catch (error) {
        onError(error)
      }
    }
    if (!moves) sandbox.clock.run()
  }

  function schedule() {
    clearTimeout(timer)
    const next = agenda.nextAt()
    if (isClosed || next === undefined) return
    const wait = Math.max(0, (next - sandbox.clock.now()) * 1000)
    timer = setTimeout(
      () => {
        runUntil(sandbox.clock.now(), false)
        schedule()
      },
      Math.min(wait, maxSleepMs),
    )
    timer.unref()
  }

  async function move(to: number) {
    const before = new Set([...sandbox.store.all('event')].map(({ id }) => id))
    const from = sandbox.clock.now()
    try {
      runUntil(to, true)
      transaction(sandbox, () => sandbox.clock.stand(to))
    } finally {
      sandbox.clock.run()
    }
    schedule()
    await deliveries.idle()
    // Runs retries of failed webhooks, which may be due in the past.
    while ((agenda.nextAt() ?? Infinity) <= to) {
      runUntil(to, false)
      await deliveries.idle()
    }
    const events = [...sandbox.store.all('event')].filter(({ id }) => !before.has(id))
    const sent = events.flatMap(({ id }) => sandbox.store.by('sandbox.delivery', 'event', id))
    return {
      from,
      now: sandbox.clock.now(),
      events: events.length,
      delivered: sent.filter(({ status }) => status === 'delivered').length,
      not_delivered: sent.filter(({ status }) => status !== 'delivered').length,
    }
  }

  return {
    start: schedule,
    /** Advances the clock. Resolves when all resulting webhooks were delivered or failed at their last attempt. */
    advance(target: { to: number } | { by: number }) {
      const moved = last.then(() => move('to' in target ? target.to : sandbox.clock.now() + target.by))
      last = moved.catch(() => undefined)
      return moved
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
