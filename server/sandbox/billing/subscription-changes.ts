import { z } from 'zod'
import { assertMethodOfCustomer, endpoint, getCustomer, getObject } from '../api/endpoint.ts'
import { assertRequest } from '../api/errors.ts'
import { boolean, enabled, integer, mergeMetadata, metadata, unsettableText } from '../api/input.ts'
import { fillDefaults, newId } from '../create.ts'
import { currentPeriodOf, firstPaymentSeconds } from '../due.ts'
import { emitEvent, updateObject } from '../events.ts'
import type { Subscription } from '../objects.ts'
import { incompleteError, paymentMethodOf } from '../payments/cards.ts'
import { predictOutcomeOfAttempt } from '../payments/payments.ts'
import type { PaymentAttempt } from '../payments/payments.ts'
import { clock, store } from '../sandbox.ts'
import { dropPendingUpdate, isEnded } from './cancellation.ts'
import { finalizeInvoice, payInvoice } from './invoice-lifecycle.ts'
import { automaticTax, draftInvoice } from './invoices.ts'
import { pendingLinesOf } from './proration.ts'
import { copySettingsToPhase } from './schedules.ts'
import { addInvoice, changeItems, itemParams } from './subscriptions.ts'
import type { ChangedItems } from './subscriptions.ts'

const PendingUpdateInput = z.strictObject({
  ...itemParams,
  payment_behavior: z
    .enum(['allow_incomplete', 'pending_if_incomplete', 'error_if_incomplete'])
    .default('allow_incomplete'),
})
const SubscriptionChanges = PendingUpdateInput.extend({
  cancel_at_period_end: boolean.optional(),
  cancel_at: z.union([z.literal(''), integer]).optional(),
  automatic_tax: enabled.optional(),
  default_payment_method: unsettableText.optional(),
  payment_settings: z.strictObject({ save_default_payment_method: z.enum(['off', 'on_subscription']) }).optional(),
  description: unsettableText.optional(),
  metadata,
  pause_collection: z
    .union([z.literal(''), z.strictObject({ behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']) })])
    .optional(),
})
type Changes = z.infer<typeof SubscriptionChanges>

type Cancellation = Pick<Changes, 'cancel_at_period_end' | 'cancel_at'>
function setCancellation(subscription: Subscription, { cancel_at_period_end, cancel_at }: Cancellation, now: number) {
  if (cancel_at_period_end !== undefined) subscription.cancel_at_period_end = cancel_at_period_end
  if (cancel_at_period_end === false || cancel_at === '') subscription.cancel_at = subscription.canceled_at = null
  if (typeof cancel_at === 'number') subscription.cancel_at = cancel_at
  if (subscription.cancel_at_period_end) subscription.cancel_at = currentPeriodOf(subscription).end
  const isGoing = subscription.cancel_at !== null
  if (isGoing) subscription.canceled_at ??= now
  subscription.cancellation_details = {
    ...subscription.cancellation_details,
    reason: isGoing ? 'cancellation_requested' : null,
  }
}

function applyPlain(subscription: Subscription, params: Changes) {
  const { automatic_tax, default_payment_method, description, pause_collection: pause } = params
  subscription.metadata = mergeMetadata(subscription.metadata, params.metadata)
  if (automatic_tax) subscription.automatic_tax = automaticTax(automatic_tax.enabled)
  if (default_payment_method !== undefined) subscription.default_payment_method = default_payment_method
  copySettingsToPhase(subscription)
  subscription.payment_settings = { ...subscription.payment_settings, ...params.payment_settings }
  if (description !== undefined) subscription.description = description
  if (pause !== undefined) subscription.pause_collection = pause === '' ? null : { ...pause, resumes_at: null }
  setCancellation(subscription, params, clock.now())
}

function applyChange(subscription: Subscription, changed: ChangedItems, params: Changes) {
  subscription.items = { ...subscription.items, data: changed.items }
  if (changed.startsPeriod) subscription.billing_cycle_anchor = clock.now()
  applyPlain(subscription, params)
}

/** Predicts the outcome of the payment for a change. Null if nothing is due. */
function predictPayment(subscription: Subscription, changed: ChangedItems) {
  const pending = pendingLinesOf(subscription.id).map(({ line }) => line)
  const lines = structuredClone([...changed.lines, ...pending])
  const period = { start: 0, end: 0 }
  const { amount_due } = draftInvoice({ subscription, lines, billing_reason: 'subscription_update', period })
  const method = paymentMethodOf(subscription)
  const attempt: PaymentAttempt | undefined = method && { method, situation: 'present' }
  const outcome = attempt ? predictOutcomeOfAttempt(attempt) : 'declined'
  return { attempt, outcome: amount_due === 0 ? null : outcome, method }
}

function pendingUpdateOf(subscription: Subscription, changed: ChangedItems) {
  const now = clock.now()
  return fillDefaults('subscription.pending_update', {
    billing_cycle_anchor: changed.startsPeriod ? now : null,
    expires_at: Math.min(now + firstPaymentSeconds, currentPeriodOf(subscription).end),
    subscription_items: changed.items,
  })
}

function invoiceChange(subscription: Subscription, changed: ChangedItems, params: Changes): Subscription {
  const { attempt, outcome, method } = predictPayment(subscription, changed)
  const { payment_behavior } = params
  const isIncomplete = outcome === 'asks' || outcome === 'declined'
  if (payment_behavior === 'error_if_incomplete' && isIncomplete) throw incompleteError('subscription', outcome, method)
  const isPending = payment_behavior === 'pending_if_incomplete'
  const message = '`payment_behavior=pending_if_incomplete` does not go with bank debits.'
  assertRequest(!isPending || outcome !== 'processing', message, 'payment_behavior')
  dropPendingUpdate(subscription)
  const invoice = addInvoice(subscription, changed.lines, 'subscription_update')
  updateObject(subscription, 'customer.subscription.updated', (record) => {
    if (isPending && isIncomplete) record.pending_update = pendingUpdateOf(subscription, changed)
    else applyChange(record, changed, params)
    record.latest_invoice = invoice.id
  })
  finalizeInvoice(invoice)
  if (invoice.status === 'open') payInvoice(invoice, attempt)
  return subscription
}

function assertValidChange(subscription: Subscription, params: Changes) {
  const isOpen = !isEnded(subscription)
  assertRequest(isOpen, 'A canceled subscription can only update its cancellation_details and metadata.', 'id')
  assertMethodOfCustomer(subscription.customer, params.default_payment_method, 'default_payment_method')
  const hasLocation = !params.automatic_tax?.enabled || getCustomer(subscription.customer).address?.country
  const code = 'customer_tax_location_invalid'
  assertRequest(hasLocation, 'The location of the customer is unknown.', 'automatic_tax', code)
  const refused = Object.keys(params).filter((name) => !(name in PendingUpdateInput.shape))
  const wrong = params.payment_behavior === 'pending_if_incomplete' ? refused[0] : undefined
  const message = `You cannot set \`${wrong}\` with \`payment_behavior=pending_if_incomplete\`.`
  assertRequest(wrong === undefined, message, wrong)
  const isManaged = `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`
  const hasCancellation = (params.cancel_at ?? params.cancel_at_period_end) !== undefined
  assertRequest(!hasCancellation || subscription.schedule === null, isManaged)
  const { start, end } = currentPeriodOf(subscription)
  const { proration_date: date = start } = params
  const isInPeriod = start <= date && date <= end
  assertRequest(isInPeriod, 'Cannot specify a proration date outside of the current period.', 'proration_date')
}

function changeSubscription(params: Changes, id: string): Subscription {
  const subscription = getObject('subscription', id)
  assertValidChange(subscription, params)
  const changed = changeItems(subscription, params)
  const isInvoiced = changed.startsPeriod || params.proration_behavior === 'always_invoice'
  if (isInvoiced && changed.lines.length > 0) return invoiceChange(subscription, changed, params)
  if (params.items) dropPendingUpdate(subscription)
  for (const line of changed.lines)
    store.save({ id: newId('ii'), object: 'sandbox.pending_line', subscription: id, line })
  return updateObject(subscription, 'customer.subscription.updated', (record) => applyChange(record, changed, params))
}

export const setCancelAtPeriodEnd = (subscription: Subscription, cancel_at_period_end: boolean) =>
  updateObject(subscription, 'customer.subscription.updated', (record) =>
    setCancellation(record, { cancel_at_period_end }, clock.now()),
  )

export function expirePendingUpdate(subscription: Subscription) {
  dropPendingUpdate(subscription)
  emitEvent('customer.subscription.pending_update_expired', subscription)
}

export const changeEndpoint = endpoint('POST', '/v1/subscriptions/:id', SubscriptionChanges, changeSubscription)
