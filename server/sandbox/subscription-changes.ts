import { z } from 'zod'
import { cardOf, declineOf } from './cards.ts'
import { firstPaymentSeconds } from './due.ts'
import { endpoint } from './endpoint.ts'
import { cardError, invalidRequest, noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { newId } from './ids.ts'
import { boolean, emptyable, integer, mergeMetadata, metadata, text } from './input.ts'
import { finalizeInvoice, payInvoice } from './invoice-lifecycle.ts'
import { draftInvoice } from './invoices.ts'
import type { PendingUpdate, Subscription } from './objects/subscription.ts'
import { paymentMethodOf } from './payment-methods.ts'
import { outcomeOfAttempt } from './payments.ts'
import type { Attempt, Outcome } from './payments.ts'
import { pendingLinesOf } from './proration.ts'
import type { Sandbox } from './sandbox.ts'
import { dropPendingUpdate, isEnded } from './subscription-end.ts'
import { ItemChanges, changeItems } from './subscription-items.ts'
import type { ChangedItems } from './subscription-items.ts'
import { addInvoice, getSubscription } from './subscriptions.ts'

export const Anchor = z.strictObject({ type: z.enum(['now', 'unchanged']) })
export const ProrationBehavior = z.enum(['create_prorations', 'always_invoice', 'none'])

const SubscriptionChanges = z.strictObject({
  items: ItemChanges.optional(),
  billing_cycle_anchor: Anchor.optional(),
  proration_behavior: ProrationBehavior.default('create_prorations'),
  proration_date: integer.optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'pending_if_incomplete', 'error_if_incomplete'])
    .default('allow_incomplete'),
  off_session: boolean.default(false),
  cancel_at_period_end: boolean.optional(),
  cancel_at: z.union([z.literal(''), integer]).optional(),
  cancellation_details: z.strictObject({ comment: emptyable.optional(), feedback: emptyable.optional() }).optional(),
  automatic_tax: z.strictObject({ enabled: boolean }).optional(),
  default_payment_method: text.optional(),
  description: emptyable.optional(),
  metadata: metadata.optional(),
})
type Changes = z.infer<typeof SubscriptionChanges>

/** What a change that may wait for its payment can hold. */
const notPending = [
  'cancel_at',
  'cancellation_details',
  'automatic_tax',
  'default_payment_method',
  'description',
] as const

type Cancellation = Pick<Changes, 'cancel_at_period_end' | 'cancel_at'>
function setCancellation(subscription: Subscription, { cancel_at_period_end, cancel_at }: Cancellation, now: number) {
  if (cancel_at_period_end !== undefined) subscription.cancel_at_period_end = cancel_at_period_end
  if (cancel_at_period_end === false || cancel_at === '') subscription.cancel_at = subscription.canceled_at = null
  if (typeof cancel_at === 'number') subscription.cancel_at = cancel_at
  if (subscription.cancel_at_period_end) subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? now
  const isGoing = subscription.cancel_at !== null
  if (isGoing) subscription.canceled_at ??= now
  subscription.cancellation_details = {
    ...subscription.cancellation_details,
    reason: isGoing ? 'cancellation_requested' : null,
  }
}

function applyPlain(sandbox: Sandbox, subscription: Subscription, given: Changes) {
  const { cancellation_details: details, automatic_tax, default_payment_method, description } = given
  subscription.metadata = mergeMetadata(subscription.metadata, given.metadata)
  if (details) subscription.cancellation_details = { ...subscription.cancellation_details, ...details }
  if (automatic_tax) subscription.automatic_tax = { ...subscription.automatic_tax, enabled: automatic_tax.enabled }
  if (default_payment_method !== undefined) subscription.default_payment_method = default_payment_method
  if (description !== undefined) subscription.description = description
  setCancellation(subscription, given, sandbox.clock.now())
}

function applyItems(sandbox: Sandbox, subscription: Subscription, changed: ChangedItems) {
  subscription.items = { ...subscription.items, data: changed.items }
  if (changed.startsPeriod) subscription.billing_cycle_anchor = sandbox.clock.now()
}

/** What the bank will say to a charge for the change; null where nothing is to be charged. */
function foresee(sandbox: Sandbox, subscription: Subscription, changed: ChangedItems, off_session: boolean) {
  const waiting = pendingLinesOf(sandbox, subscription).map(({ line }) => line)
  const { amount_due } = draftInvoice(sandbox, {
    subscription,
    lines: structuredClone([...changed.lines, ...waiting]),
    billing_reason: 'subscription_update',
    period: { start: 0, end: 0 },
  })
  const method = paymentMethodOf(sandbox, subscription)
  const attempt: Attempt | undefined = method && { method, situation: off_session ? 'absent' : 'present' }
  const outcome: Outcome | null = amount_due === 0 ? null : attempt ? outcomeOfAttempt(attempt) : 'declined'
  return { attempt, outcome, method }
}

function refuseIncomplete(outcome: Outcome, method: ReturnType<typeof paymentMethodOf>) {
  if (outcome === 'asks')
    throw cardError({
      code: 'subscription_payment_intent_requires_action',
      decline_code: 'authentication_required',
      message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
    })
  throw cardError(declineOf(method ? cardOf(method).decline_code : 'generic_decline'))
}

function pendingUpdateOf(
  sandbox: Sandbox,
  subscription: Subscription,
  changed: ChangedItems,
  given: Changes,
): PendingUpdate {
  const now = sandbox.clock.now()
  const periodEnds = subscription.items.data[0]?.current_period_end ?? Infinity
  return {
    billing_cycle_anchor: changed.startsPeriod ? now : null,
    cancel_at_period_end: given.cancel_at_period_end ?? null,
    discount: null,
    discounts: null,
    expires_at: Math.min(now + firstPaymentSeconds, periodEnds),
    metadata: given.metadata === undefined ? null : mergeMetadata(subscription.metadata, given.metadata),
    subscription_items: changed.items,
    trial_end: null,
    trial_from_plan: null,
  }
}

/** A change that is invoiced now. */
function invoiceChange(sandbox: Sandbox, subscription: Subscription, changed: ChangedItems, given: Changes) {
  const { attempt, outcome, method } = foresee(sandbox, subscription, changed, given.off_session)
  const isIncomplete = outcome === 'asks' || outcome === 'declined'
  if (given.payment_behavior === 'error_if_incomplete' && isIncomplete) refuseIncomplete(outcome, method)
  if (given.payment_behavior === 'pending_if_incomplete' && outcome === 'processing')
    throw invalidRequest('`payment_behavior=pending_if_incomplete` does not go with bank debits.', 'payment_behavior')
  dropPendingUpdate(sandbox, subscription)
  const waits = given.payment_behavior === 'pending_if_incomplete' && isIncomplete
  const invoice = addInvoice(sandbox, subscription, changed.lines, 'subscription_update')
  update(sandbox, subscription, 'customer.subscription.updated', (record) => {
    if (waits) record.pending_update = pendingUpdateOf(sandbox, subscription, changed, given)
    else {
      applyItems(sandbox, record, changed)
      applyPlain(sandbox, record, given)
    }
    record.latest_invoice = invoice.id
  })
  finalizeInvoice(sandbox, invoice)
  if (invoice.status === 'open') payInvoice(sandbox, invoice, attempt)
}

function refuseWrong(sandbox: Sandbox, subscription: Subscription, given: Changes) {
  if (isEnded(subscription))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', 'id')
  const method = given.default_payment_method
  if (method !== undefined && sandbox.store.find('payment_method', method)?.customer !== subscription.customer)
    throw noSuch('PaymentMethod', method, 'default_payment_method')
  const wrong = notPending.find((name) => given[name] !== undefined)
  if (given.payment_behavior === 'pending_if_incomplete' && wrong)
    throw invalidRequest(`You cannot set \`${wrong}\` with \`payment_behavior=pending_if_incomplete\`.`, wrong)
  const [first] = subscription.items.data
  const date = given.proration_date
  if (date !== undefined && first && (date < first.current_period_start || date > first.current_period_end))
    throw invalidRequest('Cannot specify a proration date outside of the current period.', 'proration_date')
}

export function changeSubscription(sandbox: Sandbox, id: string, given: Changes): Subscription {
  const { store, clock } = sandbox
  const subscription = getSubscription(sandbox, id)
  refuseWrong(sandbox, subscription, given)
  const changed = changeItems(sandbox, subscription, {
    items: given.items ?? [],
    startsPeriod: given.billing_cycle_anchor?.type === 'now',
    prorates: given.proration_behavior !== 'none',
    prorationDate: given.proration_date ?? clock.now(),
  })
  const isInvoiced = changed.lines.length > 0 && (changed.startsPeriod || given.proration_behavior === 'always_invoice')
  if (isInvoiced) {
    invoiceChange(sandbox, subscription, changed, given)
    return subscription
  }
  if (given.items) dropPendingUpdate(sandbox, subscription)
  for (const line of changed.lines)
    store.save({ id: newId('ii'), object: 'sandbox.pending_line', subscription: id, line })
  return update(sandbox, subscription, 'customer.subscription.updated', (record) => {
    applyItems(sandbox, record, changed)
    applyPlain(sandbox, record, given)
  })
}

/** What a person decides on the portal's page. */
export const setCancelAtPeriodEnd = (sandbox: Sandbox, subscription: Subscription, cancel_at_period_end: boolean) =>
  update(sandbox, subscription, 'customer.subscription.updated', (record) =>
    setCancellation(record, { cancel_at_period_end }, sandbox.clock.now()),
  )

/** A change that nobody paid in time. */
export function expirePendingUpdate(sandbox: Sandbox, subscription: Subscription) {
  dropPendingUpdate(sandbox, subscription)
  emit(sandbox, 'customer.subscription.pending_update_expired', subscription)
}

export const subscriptionChangeEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/subscriptions/:id', SubscriptionChanges, (input, { id }) =>
    changeSubscription(sandbox, id, input),
  ),
]
