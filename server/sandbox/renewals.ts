import { draftSeconds, upcomingSeconds } from './due.ts'
import { emit, update } from './events.ts'
import { finalizeInvoice, getInvoice, payInvoice } from './invoice-lifecycle.ts'
import type { Invoice } from './objects/invoice.ts'
import type { Subscription } from './objects/subscription.ts'
import { paymentMethodOf } from './payment-methods.ts'
import { periodEnd } from './periods.ts'
import { upcomingInvoice } from './previews.ts'
import { wholePeriodLine } from './proration.ts'
import type { Sandbox } from './sandbox.ts'
import { turnSchedule } from './schedules.ts'
import { expirePendingUpdate } from './subscription-changes.ts'
import { endSubscription } from './subscription-end.ts'
import { subscriptionOf } from './subscription-payments.ts'
import { addInvoice } from './subscriptions.ts'

/** A week before the renewal. The event's invoice is a preview: it has no id. */
export function announceRenewal(sandbox: Sandbox, subscription: Subscription) {
  const end = subscription.items.data[0]?.current_period_end ?? 0
  const now = sandbox.clock.now()
  if (subscription.status !== 'active' || subscription.cancel_at !== null || now < end - upcomingSeconds || now >= end)
    return
  const { id: _, ...invoice } = upcomingInvoice(sandbox, subscription)
  emit(sandbox, 'invoice.upcoming', invoice)
}

function startPeriod(sandbox: Sandbox, subscription: Subscription) {
  const start = subscription.items.data[0]?.current_period_end ?? sandbox.clock.now()
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: periodEnd(subscription.billing_cycle_anchor, start, item.price.recurring),
  }))
  const lines = items.map((item) => wholePeriodLine(sandbox, item, { start, end: item.current_period_end }))
  const invoice = addInvoice(sandbox, subscription, lines, 'subscription_cycle')
  // Nobody pays for what is unpaid already: its invoices wait as drafts.
  if (subscription.status === 'unpaid') invoice.auto_advance = false
  else invoice.automatically_finalizes_at = sandbox.clock.now() + draftSeconds
  sandbox.store.save(invoice)
  update(sandbox, subscription, 'customer.subscription.updated', (record) => {
    record.items = { ...record.items, data: items }
    record.latest_invoice = invoice.id
    if (record.cancel_at_period_end) record.cancel_at = items[0]?.current_period_end ?? null
  })
}

/** At the end of a period: the end that was asked for, or the next period and its draft invoice. */
export function renew(sandbox: Sandbox, subscription: Subscription) {
  const { clock } = sandbox
  const isLive = ['active', 'past_due', 'unpaid'].includes(subscription.status)
  if (!isLive || (subscription.items.data[0]?.current_period_end ?? Infinity) > clock.now()) return
  if (subscription.cancel_at !== null && subscription.cancel_at <= clock.now())
    return void endSubscription(sandbox, subscription)
  if (subscription.pending_update) expirePendingUpdate(sandbox, subscription)
  turnSchedule(sandbox, subscription.schedule)
  startPeriod(sandbox, subscription)
}

export function endWhenDue(sandbox: Sandbox, subscription: Subscription) {
  if (subscription.cancel_at !== null && subscription.cancel_at <= sandbox.clock.now())
    endSubscription(sandbox, subscription)
}

export function expireFirstPayment(sandbox: Sandbox, subscription: Subscription) {
  const { store, clock } = sandbox
  const invoice = store.find('invoice', subscription.latest_invoice ?? '')
  const intents = store.by('invoice_payment', 'invoice', invoice?.id ?? '')
  const isProcessing = intents.some(
    ({ payment }) => store.find('payment_intent', payment.payment_intent)?.status === 'processing',
  )
  if (subscription.status !== 'incomplete' || isProcessing) return
  update(sandbox, subscription, 'customer.subscription.updated', (record) => {
    record.status = 'incomplete_expired'
    record.ended_at = clock.now()
  })
}

function charge(sandbox: Sandbox, invoice: Invoice) {
  const subscription = subscriptionOf(sandbox, invoice)
  const method = subscription && paymentMethodOf(sandbox, subscription)
  payInvoice(sandbox, invoice, method && { method, situation: 'absent' })
}

export function finalizeDraft(sandbox: Sandbox, id: string) {
  const invoice = getInvoice(sandbox, id)
  if (invoice.status !== 'draft' || (invoice.automatically_finalizes_at ?? Infinity) > sandbox.clock.now()) return
  finalizeInvoice(sandbox, invoice)
  if (invoice.amount_remaining > 0) charge(sandbox, invoice)
}

export function retryPayment(sandbox: Sandbox, id: string) {
  const invoice = getInvoice(sandbox, id)
  if (invoice.status === 'open' && (invoice.next_payment_attempt ?? Infinity) <= sandbox.clock.now())
    charge(sandbox, invoice)
}
