import { orderOf } from './checkout.ts'
import type { Card } from './cards.ts'
import { createCustomer } from './customers.ts'
import { emit, update } from './events.ts'
import { newId } from './ids.ts'
import { payInvoice } from './invoice-lifecycle.ts'
import { draftInvoice, settleBalance } from './invoices.ts'
import { discountObject } from './objects/catalog.ts'
import { customerObject } from './objects/customer.ts'
import type { CheckoutSession } from './objects/hosted.ts'
import type { Invoice } from './objects/invoice.ts'
import { subscriptionItemObject, subscriptionObject } from './objects/subscription.ts'
import { attachCard } from './payment-methods.ts'
import { outcomeOf } from './payments.ts'
import type { Outcome } from './payments.ts'
import { wholePeriodLine } from './proration.ts'
import type { Sandbox } from './sandbox.ts'
import { startSubscription } from './subscriptions.ts'

/** What the first invoice will say, for the page. Nothing is saved. */
export function quoteSession(sandbox: Sandbox, session: CheckoutSession): Invoice {
  const { store, clock } = sandbox
  const created = clock.now()
  const { lines } = orderOf(sandbox, session)
  const found = store.find('customer', session.customer ?? '')
  const nobody = customerObject({ id: 'cus_nobody', created, invoice_prefix: '' })
  const customer = found && !('deleted' in found) ? found : nobody
  const items = lines.map(({ price, quantity }) =>
    subscriptionItemObject({
      id: 'si_quote',
      created,
      subscription: 'sub_quote',
      price,
      quantity,
      period: { start: 0, end: 0 },
    }),
  )
  const subscription = subscriptionObject({
    id: 'sub_quote',
    created,
    customer: customer.id,
    currency: session.currency,
    items,
    status: 'incomplete',
    default_payment_method: null,
    automatic_tax: session.automatic_tax.enabled,
  })
  const discounts = session.discounts.flatMap(({ coupon, promotion_code }) =>
    coupon === null
      ? []
      : [
          discountObject({
            id: newId('di'),
            start: created,
            end: null,
            coupon,
            promotion_code,
            customer: customer.id,
            subscription: 'sub_quote',
          }),
        ],
  )
  const invoice = draftInvoice(sandbox, {
    subscription,
    customer,
    lines: items.map((item) => wholePeriodLine(sandbox, item, { start: created, end: created })),
    billing_reason: 'subscription_create',
    period: { start: created, end: created },
    discounts,
  })
  settleBalance(invoice)
  return invoice
}

function customerOf(sandbox: Sandbox, session: CheckoutSession): string {
  return session.customer ?? createCustomer(sandbox, { email: session.customer_email }).id
}

/** Everything that a payment makes, at once: Stripe makes none of it before. */
function complete(sandbox: Sandbox, session: CheckoutSession, card: Card | undefined, isConfirmed?: boolean) {
  const { store } = sandbox
  const order = orderOf(sandbox, session)
  const customer = customerOf(sandbox, session)
  const method = card && attachCard(sandbox, customer, card)
  const { subscription, invoice } = startSubscription(sandbox, {
    customer,
    items: order.lines,
    default_payment_method: method?.id ?? null,
    description: order.subscription_data.description,
    automatic_tax: session.automatic_tax.enabled,
    metadata: order.subscription_data.metadata,
    discounts: session.discounts.flatMap(({ coupon, promotion_code }) =>
      coupon === null ? [] : [{ coupon, promotion_code }],
    ),
    checkout_session: session.id,
  })
  const attempt = method && { method, situation: 'first' as const, isConfirmed }
  const outcome = invoice.amount_due === 0 ? 'paid' : payInvoice(sandbox, invoice, attempt)
  const payer = store.find('customer', customer)
  Object.assign(session, {
    status: 'complete',
    payment_status: invoice.amount_due === 0 ? 'no_payment_required' : outcome === 'paid' ? 'paid' : 'unpaid',
    url: null,
    customer,
    customer_details: {
      address: null,
      business_name: null,
      email: payer && 'email' in payer ? payer.email : null,
      individual_name: null,
      name: payer && 'name' in payer ? payer.name : null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    subscription: subscription.id,
    invoice: invoice.id,
    amount_subtotal: invoice.subtotal,
    amount_total: invoice.total,
    automatic_tax: { ...session.automatic_tax, status: session.automatic_tax.enabled ? 'complete' : null },
    total_details: {
      amount_discount: invoice.total_discount_amounts.reduce((total, { amount }) => total + amount, 0),
      amount_shipping: 0,
      amount_tax: invoice.total_taxes.reduce((total, { amount }) => total + amount, 0),
    },
  })
  emit(sandbox, 'checkout.session.completed', store.save(session))
}

/** What the person is told; `paid` and `processing` lead on to the success address. */
export function payForSession(
  sandbox: Sandbox,
  session: CheckoutSession,
  card: Card | undefined,
  isConfirmed?: boolean,
): Outcome {
  const isFree = quoteSession(sandbox, session).amount_due === 0
  const needsCard = !isFree || session.payment_method_collection === 'always'
  if (needsCard && !card) return 'declined'
  const outcome = card ? outcomeOf(card, 'first', isConfirmed) : 'paid'
  if (outcome === 'paid' || outcome === 'processing') complete(sandbox, session, card, isConfirmed)
  return outcome
}

/** A bank debit's late end, told to the session that it paid for. */
export function settleSession(sandbox: Sandbox, invoice: Invoice, outcome: Outcome) {
  const { store } = sandbox
  const session = store
    .by('checkout.session', 'invoice', invoice.id)
    .find(({ payment_status }) => payment_status === 'unpaid')
  if (!session) return
  if (outcome === 'paid')
    update(
      sandbox,
      session,
      'checkout.session.async_payment_succeeded',
      (record) => void (record.payment_status = 'paid'),
    )
  else emit(sandbox, 'checkout.session.async_payment_failed', session)
}
