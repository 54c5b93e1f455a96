import { settleSession } from './checkout-payment.ts'
import { expireSession } from './checkout.ts'
import type { Deliveries } from './deliveries.ts'
import { dueOf, firstPaymentSeconds } from './due.ts'
import { settleInvoiceCharge } from './invoice-lifecycle.ts'
import { settleRefund } from './refunds.ts'
import { announceRenewal, endWhenDue, expireFirstPayment, finalizeDraft, renew, retryPayment } from './renewals.ts'
import type { Sandbox } from './sandbox.ts'
import { turnSchedule } from './schedules.ts'
import { expirePendingUpdate } from './subscription-changes.ts'
import { subscriptionOf } from './subscription-payments.ts'
import type { Table } from './tables.ts'

/** A timer's longest sleep. */
const longestSleep = 3_600_000

type Entry = { what: string; record: { object: string; id: string } }

function actOnSubscription(sandbox: Sandbox, id: string, what: string) {
  const subscription = sandbox.store.find('subscription', id)
  if (!subscription) return
  if (what === 'renew') renew(sandbox, subscription)
  else if (what === 'announce') announceRenewal(sandbox, subscription)
  else if (what === 'cancel') endWhenDue(sandbox, subscription)
  else if (what === 'expire') expireFirstPayment(sandbox, subscription)
  else if ((subscription.pending_update?.expires_at ?? Infinity) <= sandbox.clock.now())
    expirePendingUpdate(sandbox, subscription)
}

function settleDebit(sandbox: Sandbox, id: string) {
  const charge = sandbox.store.find('charge', id)
  const settled = charge && settleInvoiceCharge(sandbox, charge)
  if (!settled) return
  settleSession(sandbox, settled.invoice, settled.outcome)
  const subscription = subscriptionOf(sandbox, settled.invoice)
  if (subscription?.status === 'incomplete' && subscription.created + firstPaymentSeconds <= sandbox.clock.now())
    expireFirstPayment(sandbox, subscription)
}

/** What time does to one object, where it still holds. */
function act(sandbox: Sandbox, deliveries: Deliveries, { what, record: { object, id } }: Entry) {
  const { store, clock } = sandbox
  switch (object as Table) {
    case 'subscription':
      return actOnSubscription(sandbox, id, what)
    case 'invoice':
      return what === 'finalize' ? finalizeDraft(sandbox, id) : retryPayment(sandbox, id)
    case 'charge':
      return settleDebit(sandbox, id)
    case 'subscription_schedule':
      return turnSchedule(sandbox, id)
    case 'checkout.session': {
      const session = store.find('checkout.session', id)
      if (session?.status === 'open' && session.expires_at <= clock.now()) expireSession(sandbox, session)
      return
    }
    case 'sandbox.settlement': {
      const settlement = store.find('sandbox.settlement', id)
      if (settlement) settleRefund(sandbox, settlement.refund, settlement.outcome)
      return
    }
    case 'sandbox.delivery': {
      const delivery = store.find('sandbox.delivery', id)
      if (delivery?.status === 'pending' && (delivery.next_try_at ?? Infinity) <= clock.now())
        deliveries.start(delivery)
      return
    }
    default:
      return
  }
}

export type Time = ReturnType<typeof createTime>

/** Lets things happen at their time: as real time passes, and at once when the clock is moved. */
export function createTime(sandbox: Sandbox, deliveries: Deliveries, onError: (error: unknown) => void) {
  const { store, clock, agenda } = sandbox
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  store.onCommit((records) => {
    for (const record of records) {
      agenda.add(record, dueOf(record))
      if (record.object === 'sandbox.delivery' && record.status === 'pending' && record.next_try_at === null)
        deliveries.start(record)
    }
    schedule()
  })
  for (const record of store.everything()) agenda.add(record, dueOf(record))

  /** `moves`: the clock is being moved; else its time has come by itself. */
  function runUntil(time: number, moves: boolean) {
    for (let entry = agenda.takeUntil(time); entry; entry = agenda.takeUntil(time)) {
      try {
        if (moves) clock.stand(entry.at)
        else clock.standBefore(Math.min(entry.at, time))
        act(sandbox, deliveries, entry)
        store.commit()
      } catch (error) {
        store.rollBack()
        onError(error)
      }
    }
    if (!moves) clock.run()
  }

  function schedule() {
    clearTimeout(timer)
    const next = agenda.nextAt()
    if (isClosed || next === undefined) return
    const wait = Math.max(0, (next - clock.now()) * 1000)
    timer = setTimeout(
      () => {
        runUntil(clock.now(), false)
        schedule()
      },
      Math.min(wait, longestSleep),
    )
    timer.unref()
  }

  async function move(to: number) {
    const before = new Set([...store.all('event')].map(({ id }) => id))
    const from = clock.now()
    try {
      runUntil(to, true)
      clock.stand(to)
      store.commit()
    } finally {
      clock.run()
    }
    schedule()
    await deliveries.idle()
    // What was not taken comes again at times that have passed by now.
    while ((agenda.nextAt() ?? Infinity) <= to) {
      runUntil(to, false)
      await deliveries.idle()
    }
    const events = [...store.all('event')].filter(({ id }) => !before.has(id))
    const sent = events.flatMap(({ id }) => store.by('sandbox.delivery', 'event', id))
    return {
      from,
      now: clock.now(),
      events: events.length,
      delivered: sent.filter(({ status }) => status === 'delivered').length,
      not_delivered: sent.filter(({ status }) => status !== 'delivered').length,
    }
  }

  return {
    start: schedule,
    /** Resolves when all webhooks that this caused are delivered or were not taken at any of their tries. */
    advance(target: { to: number } | { by: number }) {
      const moved = last.then(() => move('to' in target ? target.to : clock.now() + target.by))
      last = moved.catch(() => undefined)
      return moved
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
