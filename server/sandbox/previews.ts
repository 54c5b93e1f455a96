import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ApiError, invalidRequest } from './errors.ts'
import { newId } from './ids.ts'
import { boolean, integer, text } from './input.ts'
import { draftInvoice, settleBalance } from './invoices.ts'
import type { Invoice, InvoiceLine, Period } from './objects/invoice.ts'
import type { Subscription } from './objects/subscription.ts'
import { periodEnd } from './periods.ts'
import { pendingLinesOf, wholePeriodLine } from './proration.ts'
import type { Sandbox } from './sandbox.ts'
import { itemsAt } from './schedules.ts'
import { isEnded } from './subscription-end.ts'
import { Anchor, ProrationBehavior } from './subscription-changes.ts'
import { ItemChanges, changeItems } from './subscription-items.ts'
import { getSubscription } from './subscriptions.ts'

const PreviewInput = z.strictObject({
  customer: text.optional(),
  subscription: text,
  preview_mode: z.literal('next').optional(),
  subscription_details: z
    .strictObject({
      items: ItemChanges.optional(),
      billing_cycle_anchor: Anchor.optional(),
      proration_behavior: ProrationBehavior.default('create_prorations'),
      proration_date: integer.optional(),
      cancel_at_period_end: boolean.optional(),
    })
    .optional(),
})

const noUpcoming = (customer: string) =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: ${customer}`,
  })

function preview(
  sandbox: Sandbox,
  subscription: Subscription,
  about: { lines: InvoiceLine[]; billing_reason: string; period: Period; proration_date?: number },
): Invoice {
  const waiting = pendingLinesOf(sandbox, subscription).map(({ line }) => line)
  const invoice = draftInvoice(sandbox, {
    ...about,
    subscription,
    lines: structuredClone([...about.lines, ...waiting]),
    id: newId('upcoming_in'),
  })
  settleBalance(invoice)
  return invoice
}

/** The invoice of the next renewal, as of now. */
export function upcomingInvoice(
  sandbox: Sandbox,
  subscription: Subscription,
  items = subscription.items.data,
  lines: InvoiceLine[] = [],
): Invoice {
  const [first] = items
  if (isEnded(subscription) || subscription.cancel_at !== null || !first) throw noUpcoming(subscription.customer)
  const start = first.current_period_end
  const billed = items === subscription.items.data ? itemsAt(sandbox, subscription, start) : items
  const renewals = billed.map((item) => {
    const end = periodEnd(subscription.billing_cycle_anchor, start, item.price.recurring)
    return wholePeriodLine(sandbox, item, { start, end })
  })
  return preview(sandbox, subscription, {
    lines: [...lines, ...renewals],
    billing_reason: 'upcoming',
    period: { start: first.current_period_start, end: start },
  })
}

function previewChange(sandbox: Sandbox, given: z.infer<typeof PreviewInput>): Invoice {
  const subscription = getSubscription(sandbox, given.subscription, 'subscription')
  if (given.customer !== undefined && given.customer !== subscription.customer)
    throw invalidRequest('The subscription is of another customer.', 'customer')
  const details = given.subscription_details
  if (details?.cancel_at_period_end || isEnded(subscription)) throw noUpcoming(subscription.customer)
  if (!details?.items && !details?.billing_cycle_anchor) return upcomingInvoice(sandbox, subscription)
  const now = sandbox.clock.now()
  const changed = changeItems(sandbox, subscription, {
    items: details.items ?? [],
    startsPeriod: details.billing_cycle_anchor?.type === 'now',
    prorates: details.proration_behavior !== 'none',
    prorationDate: details.proration_date ?? now,
  })
  if (!changed.startsPeriod && details.proration_behavior !== 'always_invoice')
    return upcomingInvoice(sandbox, subscription, changed.items, changed.lines)
  return preview(sandbox, subscription, {
    lines: changed.lines,
    billing_reason: 'subscription_update',
    proration_date: details.proration_date ?? now,
    period: { start: subscription.items.data[0]?.current_period_start ?? now, end: now },
  })
}

export const previewEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/invoices/create_preview', PreviewInput, (input) => previewChange(sandbox, input)),
]
