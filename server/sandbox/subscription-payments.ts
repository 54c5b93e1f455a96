import { emit, update } from './events.ts'
import { stopCollecting } from './invoice-void.ts'
import type { Invoice } from './objects/invoice.ts'
import type { Subscription } from './objects/subscription.ts'
import type { Outcome } from './payments.ts'
import type { Sandbox } from './sandbox.ts'
import { endSubscription, isEnded } from './subscription-end.ts'
import { switchesOf } from './switches.ts'

const day = 24 * 3600
/** How long after each failed payment the next is tried, like Stripe's smart retries; then comes the end. */
export const retrySeconds = [3 * day, 5 * day, 7 * day]

export const subscriptionOf = ({ store }: Sandbox, invoice: Invoice) =>
  store.find('subscription', invoice.parent?.subscription_details.subscription ?? '')

const isOfPendingUpdate = (invoice: Invoice, { pending_update, latest_invoice }: Subscription) =>
  pending_update !== null && latest_invoice === invoice.id

/** The change that waited for this payment. */
function applyPendingUpdate(sandbox: Sandbox, subscription: Subscription) {
  const { pending_update } = subscription
  if (!pending_update) return
  update(sandbox, subscription, 'customer.subscription.updated', (record) => {
    record.items = { ...record.items, data: pending_update.subscription_items }
    record.billing_cycle_anchor = pending_update.billing_cycle_anchor ?? record.billing_cycle_anchor
    record.metadata = pending_update.metadata ?? record.metadata
    if (pending_update.cancel_at_period_end !== null) record.cancel_at_period_end = pending_update.cancel_at_period_end
    if (pending_update.cancel_at_period_end === false) record.cancel_at = record.canceled_at = null
    record.pending_update = null
  })
  emit(sandbox, 'customer.subscription.pending_update_applied', subscription)
}

/** Whether something else of the subscription was tried and is still owed. */
const owes = ({ store }: Sandbox, subscription: Subscription) =>
  store
    .by('invoice', 'subscription', subscription.id)
    .some((invoice) => invoice.status === 'open' && invoice.attempted && !isOfPendingUpdate(invoice, subscription))

function setDelinquent({ store }: Sandbox, id: string, delinquent: boolean) {
  const customer = store.find('customer', id)
  if (!customer || 'deleted' in customer || customer.delinquent === delinquent) return
  customer.delinquent = delinquent
  store.save(customer)
}

/** After an invoice is paid, or will never be. */
export function onInvoiceClosed(sandbox: Sandbox, invoice: Invoice) {
  const subscription = subscriptionOf(sandbox, invoice)
  if (!subscription || isEnded(subscription)) return
  if (invoice.status === 'paid' && isOfPendingUpdate(invoice, subscription)) applyPendingUpdate(sandbox, subscription)
  if (owes(sandbox, subscription)) return
  setDelinquent(sandbox, subscription.customer, false)
  const isLate = subscription.status === 'past_due' || subscription.status === 'unpaid'
  if (isLate || (subscription.status === 'incomplete' && invoice.status === 'paid'))
    update(sandbox, subscription, 'customer.subscription.updated', (record) => void (record.status = 'active'))
}

function giveUp(sandbox: Sandbox, invoice: Invoice, subscription: Subscription) {
  const { final_failure } = switchesOf(sandbox)
  stopCollecting(sandbox, invoice)
  if (final_failure === 'cancel') endSubscription(sandbox, subscription, { reason: 'payment_failed' })
  else if (final_failure === 'unpaid')
    update(sandbox, subscription, 'customer.subscription.updated', (record) => void (record.status = 'unpaid'))
}

/** After a payment was declined, or waits for the person. */
export function onPaymentFailed(sandbox: Sandbox, invoice: Invoice, outcome: Outcome) {
  const { clock } = sandbox
  const subscription = subscriptionOf(sandbox, invoice)
  const isFirst = subscription?.status === 'incomplete'
  const mayRetry =
    subscription &&
    !isEnded(subscription) &&
    !isFirst &&
    !isOfPendingUpdate(invoice, subscription) &&
    invoice.auto_advance
  const wait = mayRetry ? retrySeconds[invoice.attempt_count - 1] : undefined
  update(sandbox, invoice, 'invoice.updated', (record) => {
    record.next_payment_attempt = wait === undefined ? null : clock.now() + wait
  })
  if (outcome === 'asks') emit(sandbox, 'invoice.payment_action_required', invoice)
  emit(sandbox, 'invoice.payment_failed', invoice)
  if (!mayRetry) return
  setDelinquent(sandbox, subscription.customer, true)
  if (subscription.status === 'active')
    update(sandbox, subscription, 'customer.subscription.updated', (record) => void (record.status = 'past_due'))
  if (wait === undefined) giveUp(sandbox, invoice, subscription)
}
