import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { invalidRequest } from '../api/errors.ts'
import { boolean, unsettableText, integer, mergeMetadata, metadata, text } from '../api/input.ts'
import { getObject, getCustomer, assertMethodOfCustomer } from '../api/retrieval.ts'
import { fillDefaults, newId } from '../create.ts'
import { firstPaymentSeconds } from '../due.ts'
import { emitEvent, updateObject } from '../events.ts'
import type { PendingUpdate, Subscription } from '../objects.ts'
import { incompleteError, paymentMethodOf } from '../payments/cards.ts'
import { predictOutcomeOfAttempt } from '../payments/payments.ts'
import type { PaymentAttempt, PaymentOutcome } from '../payments/payments.ts'
import { clock, store } from '../sandbox.ts'
import { dropPendingUpdate, isEnded } from './cancellation.ts'
import { finalizeInvoice, payInvoice } from './invoice-lifecycle.ts'
import { automaticTax, draftInvoice } from './invoices.ts'
import { pendingLinesOf } from './proration.ts'
import { copySettingsToPhase } from './schedules.ts'
import { ItemChanges, changeItems } from './subscription-items.ts'
import type { ChangedItems } from './subscription-items.ts'
import { addInvoice } from './subscriptions.ts'

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
  cancel_at_period_end: boolean.optional(),
  cancel_at: z.union([z.literal(''), integer]).optional(),
  automatic_tax: z.strictObject({ enabled: boolean }).optional(),
  default_payment_method: z.union([z.literal(''), text]).optional(),
  payment_settings: z.strictObject({ save_default_payment_method: z.enum(['off', 'on_subscription']) }).optional(),
  description: unsettableText.optional(),
  metadata: metadata.optional(),
  pause_collection: z
    .union([z.literal(''), z.strictObject({ behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']) })])
    .optional(),
})
type Changes = z.infer<typeof SubscriptionChanges>

/** Parameters that Stripe allows in a pending update. */
const pendingUpdateParams = new Set([
  'items',
  'billing_cycle_anchor',
  'proration_behavior',
  'proration_date',
  'payment_behavior',
])

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

function applyPlain(subscription: Subscription, params: Changes) {
  const { automatic_tax, default_payment_method, description } = params
  subscription.metadata = mergeMetadata(subscription.metadata, params.metadata)
  if (automatic_tax) subscription.automatic_tax = automaticTax(automatic_tax.enabled)
  if (default_payment_method !== undefined) subscription.default_payment_method = default_payment_method || null
  copySettingsToPhase(subscription)
  subscription.payment_settings = { ...subscription.payment_settings, ...params.payment_settings }
  if (description !== undefined) subscription.description = description
  const pause = params.pause_collection
  if (pause !== undefined) subscription.pause_collection = pause === '' ? null : { ...pause, resumes_at: null }
  setCancellation(subscription, params, clock.now())
}

function applyItems(subscription: Subscription, changed: ChangedItems) {
  subscription.items = { ...subscription.items, data: changed.items }
  if (changed.startsPeriod) subscription.billing_cycle_anchor = clock.now()
}

/** Predicts the outcome of the payment for a change. Null if nothing is due. */
function predictPayment(subscription: Subscription, changed: ChangedItems) {
  const waiting = pendingLinesOf(subscription).map(({ line }) => line)
  const { amount_due } = draftInvoice({
    subscription,
    lines: structuredClone([...changed.lines, ...waiting]),
    billing_reason: 'subscription_update',
    period: { start: 0, end: 0 },
  })
  const method = paymentMethodOf(subscription)
  const attempt: PaymentAttempt | undefined = method && { method, situation: 'present' }
  const outcome: PaymentOutcome | null =
    amount_due === 0 ? null : attempt ? predictOutcomeOfAttempt(attempt) : 'declined'
  return { attempt, outcome, method }
}

function pendingUpdateOf(subscription: Subscription, changed: ChangedItems): PendingUpdate {
  const now = clock.now()
  const periodEnds = subscription.items.data[0]?.current_period_end ?? Infinity
  return fillDefaults('subscription.pending_update', {
    billing_cycle_anchor: changed.startsPeriod ? now : null,
    expires_at: Math.min(now + firstPaymentSeconds, periodEnds),
    metadata: null,
    subscription_items: changed.items,
  })
}

function invoiceChange(subscription: Subscription, changed: ChangedItems, params: Changes) {
  const { attempt, outcome, method } = predictPayment(subscription, changed)
  const isIncomplete = outcome === 'asks' || outcome === 'declined'
  if (params.payment_behavior === 'error_if_incomplete' && isIncomplete)
    throw incompleteError('subscription', outcome, method)
  if (params.payment_behavior === 'pending_if_incomplete' && outcome === 'processing')
    throw invalidRequest('`payment_behavior=pending_if_incomplete` does not go with bank debits.', 'payment_behavior')
  dropPendingUpdate(subscription)
  const waits = params.payment_behavior === 'pending_if_incomplete' && isIncomplete
  const invoice = addInvoice(subscription, changed.lines, 'subscription_update')
  updateObject(subscription, 'customer.subscription.updated', (record) => {
    if (waits) record.pending_update = pendingUpdateOf(subscription, changed)
    else {
      applyItems(record, changed)
      applyPlain(record, params)
    }
    record.latest_invoice = invoice.id
  })
  finalizeInvoice(invoice)
  if (invoice.status === 'open') payInvoice(invoice, attempt)
}

function assertValidChange(subscription: Subscription, params: Changes) {
  if (isEnded(subscription))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', 'id')
  assertMethodOfCustomer(subscription.customer, params.default_payment_method, 'default_payment_method')
  if (params.automatic_tax?.enabled && !getCustomer(subscription.customer).address?.country)
    throw invalidRequest('The location of the customer is unknown.', 'automatic_tax', 'customer_tax_location_invalid')
  const wrong = Object.entries(params).find(
    ([name, value]) => value !== undefined && !pendingUpdateParams.has(name),
  )?.[0]
  if (params.payment_behavior === 'pending_if_incomplete' && wrong)
    throw invalidRequest(`You cannot set \`${wrong}\` with \`payment_behavior=pending_if_incomplete\`.`, wrong)
  const isScheduled = subscription.schedule !== null
  if (isScheduled && (params.cancel_at !== undefined || params.cancel_at_period_end !== undefined))
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  const [first] = subscription.items.data
  const date = params.proration_date
  if (date !== undefined && first && (date < first.current_period_start || date > first.current_period_end))
    throw invalidRequest('Cannot specify a proration date outside of the current period.', 'proration_date')
}

function changeSubscription(id: string, params: Changes): Subscription {
  const subscription = getObject('subscription', id)
  assertValidChange(subscription, params)
  const changed = changeItems(subscription, {
    items: params.items ?? [],
    startsPeriod: params.billing_cycle_anchor?.type === 'now',
    prorates: params.proration_behavior !== 'none',
    prorationDate: params.proration_date ?? clock.now(),
  })
  const isInvoiced =
    changed.lines.length > 0 && (changed.startsPeriod || params.proration_behavior === 'always_invoice')
  if (isInvoiced) {
    invoiceChange(subscription, changed, params)
    return subscription
  }
  if (params.items) dropPendingUpdate(subscription)
  for (const line of changed.lines)
    store.save({ id: newId('ii'), object: 'sandbox.pending_line', subscription: id, line })
  return updateObject(subscription, 'customer.subscription.updated', (record) => {
    applyItems(record, changed)
    applyPlain(record, params)
  })
}

export const setCancelAtPeriodEnd = (subscription: Subscription, cancel_at_period_end: boolean) =>
  updateObject(subscription, 'customer.subscription.updated', (record) =>
    setCancellation(record, { cancel_at_period_end }, clock.now()),
  )

export function expirePendingUpdate(subscription: Subscription) {
  dropPendingUpdate(subscription)
  emitEvent('customer.subscription.pending_update_expired', subscription)
}

export const subscriptionChangeEndpoints = [
  endpoint('POST', '/v1/subscriptions/:id', SubscriptionChanges, (input, { id }) => changeSubscription(id, input)),
]
