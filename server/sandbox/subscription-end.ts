import { emit } from './events.ts'
import { markVoid, stopCollecting } from './invoice-void.ts'
import type { CancellationDetails, Subscription } from './objects/subscription.ts'
import type { Sandbox } from './sandbox.ts'

export const isEnded = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

/** Drops a change that waits for its payment, and its invoice. */
export function dropPendingUpdate(sandbox: Sandbox, subscription: Subscription) {
  const { store } = sandbox
  if (!subscription.pending_update) return
  subscription.pending_update = null
  store.save(subscription)
  const invoice = store.find('invoice', subscription.latest_invoice ?? '')
  if (invoice?.status === 'open') markVoid(sandbox, invoice)
}

/** At once: it never comes back. Open invoices stay, but nothing more is tried. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: Subscription,
  details: Partial<CancellationDetails> = { reason: 'cancellation_requested' },
): Subscription {
  const { store, clock } = sandbox
  if (isEnded(subscription)) return subscription
  const now = clock.now()
  dropPendingUpdate(sandbox, subscription)
  for (const invoice of store.by('invoice', 'subscription', subscription.id))
    if (invoice.status === 'open' || invoice.status === 'draft') stopCollecting(sandbox, invoice)
  const schedule = store.find('subscription_schedule', subscription.schedule ?? '')
  if (schedule?.status === 'active') {
    schedule.status = 'canceled'
    schedule.canceled_at = now
    schedule.current_phase = null
    emit(sandbox, 'subscription_schedule.canceled', store.save(schedule))
  }
  subscription.status = 'canceled'
  subscription.canceled_at ??= now
  subscription.ended_at = now
  subscription.cancellation_details = { ...subscription.cancellation_details, ...details }
  emit(sandbox, 'customer.subscription.deleted', store.save(subscription))
  return subscription
}
