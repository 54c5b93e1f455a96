import { getCustomer } from '../api/retrieval.ts'
import { createObject, newId } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import { updateObject } from '../events.ts'
import { leastChargeOf, proratedAmount } from '../money.ts'
import type { Coupon, Customer, Discount, Invoice, InvoiceLine, Period, Subscription } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { discountsOf } from './coupons.ts'

/** Tax rate of the sandbox in percent. Added to prices unless they are inclusive. */
const taxPercent = 20
const taxRate = 'txr_sandbox_standard'

const self = { type: 'self' } as const
export const automaticTax = (enabled = false, disabled_reason: 'requires_location_inputs' | null = null) => ({
  disabled_reason,
  enabled,
  liability: enabled ? self : null,
})

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

const remaining = (line: InvoiceLine) => line.amount - sum(line.discount_amounts.map(({ amount }) => amount))

function applyDiscount(lines: InvoiceLine[], discount: Discount, { percent_off }: Coupon) {
  for (const line of lines.filter(({ discountable }) => discountable)) {
    const amount = proratedAmount(remaining(line), Math.round((percent_off ?? 0) * 100), 10_000, line.currency)
    line.discount_amounts.push({ amount, discount: discount.id })
    line.discounts.push(discount.id)
  }
}

function applyTax(line: InvoiceLine) {
  const net = remaining(line)
  const isInclusive = store.find('price', line.pricing.price_details.price)?.tax_behavior === 'inclusive'
  const amount = proratedAmount(net, taxPercent, isInclusive ? 100 + taxPercent : 100, line.currency)
  line.taxes.push({
    amount,
    tax_behavior: isInclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: taxRate },
    taxability_reason: 'standard_rated',
    taxable_amount: isInclusive ? net - amount : net,
    type: 'tax_rate_details',
  })
}

function addUp(invoice: Invoice, discounts: Discount[]) {
  const lines = invoice.lines.data
  const taxes = lines.flatMap((line) => line.taxes)
  const taxesOf = (behavior: string) => taxes.filter(({ tax_behavior }) => tax_behavior === behavior)
  const discountAmounts = lines.flatMap((line) => line.discount_amounts)
  const exclusive = sum(taxesOf('exclusive').map(({ amount }) => amount))
  const inclusive = sum(taxesOf('inclusive').map(({ amount }) => amount))

  invoice.discounts = discounts.map(({ id }) => id)
  invoice.subtotal = sum(lines.map(({ amount }) => amount))
  invoice.total_discount_amounts = discounts.map(({ id }) => ({
    amount: sum(discountAmounts.filter(({ discount }) => discount === id).map(({ amount }) => amount)),
    discount: id,
  }))
  const net = invoice.subtotal - sum(discountAmounts.map(({ amount }) => amount))
  invoice.total = net + exclusive
  invoice.total_excluding_tax = net - inclusive
  invoice.subtotal_excluding_tax = invoice.subtotal - inclusive
  invoice.total_taxes = ['exclusive', 'inclusive'].flatMap((behavior) => {
    const [first, ...others] = taxesOf(behavior)
    return first
      ? [
          {
            ...first,
            amount: sum([first, ...others].map(({ amount }) => amount)),
            taxable_amount: sum([first, ...others].map(({ taxable_amount }) => taxable_amount ?? 0)),
          },
        ]
      : []
  })
}

/** Removes the tax of an invoice. The total of inclusive prices stays. */
export function removeTax(invoice: Invoice) {
  const taxes = invoice.total_taxes.filter(({ tax_behavior }) => tax_behavior === 'exclusive')
  for (const line of invoice.lines.data) line.taxes = []
  invoice.total -= sum(taxes.map(({ amount }) => amount))
  invoice.total_taxes = []
  invoice.total_excluding_tax = invoice.total
  invoice.subtotal_excluding_tax = invoice.subtotal
}

/** Sets an invoice's amount due, and the balance of the customer after its payment. */
export function applyBalance(invoice: Invoice) {
  const due = invoice.total + invoice.starting_balance
  const isCharged = due > 0 && due >= leastChargeOf(invoice.currency)
  invoice.amount_due = isCharged ? due : 0
  invoice.amount_remaining = invoice.amount_due
  invoice.ending_balance = isCharged ? 0 : due
}

type Draft = {
  subscription: Subscription
  lines: InvoiceLine[]
  billing_reason: string
  period: Period
  proration_date?: number | undefined
  discounts?: Discount[]
  customer?: Customer
  id?: string
}

const newInvoice = (customer: Customer, fields: ObjectFields<'invoice'> & { id: string }): Invoice =>
  createObject('invoice', {
    account_country: 'US',
    account_name: 'Payment sandbox',
    auto_advance: true,
    collection_method: 'charge_automatically',
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_tax_exempt: customer.tax_exempt,
    customer_tax_ids: [],
    issuer: { type: 'self' },
    lines: { url: `/v1/invoices/${fields.id}/lines` },
    starting_balance: customer.balance,
    status: 'draft',
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: clock.now(),
    ...fields,
  })

/** Returns a draft invoice with totals, without saving it. Previews use it too. */
export function draftInvoice({ subscription, lines, billing_reason, period, ...draft }: Draft): Invoice {
  const { enabled } = subscription.automatic_tax
  const invoice = newInvoice(draft.customer ?? getCustomer(subscription.customer), {
    id: draft.id ?? newId('in'),
    currency: subscription.currency,
    period_start: period.start,
    period_end: period.end,
    billing_reason,
    automatic_tax: {
      ...automaticTax(enabled),
      provider: enabled ? 'stripe' : null,
      status: enabled ? 'complete' : null,
    },
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
        subscription_proration_date: draft.proration_date,
      },
      type: 'subscription_details',
    },
  })
  const discounts = draft.discounts ?? discountsOf(subscription)
  invoice.lines.data = lines
  for (const line of lines) line.invoice = invoice.id
  for (const discount of discounts) {
    const coupon = store.find('coupon', discount.source.coupon)
    if (coupon) applyDiscount(lines, discount, coupon)
  }
  if (enabled) for (const line of lines) applyTax(line)
  addUp(invoice, discounts)
  applyBalance(invoice)
  invoice.ending_balance = null
  return invoice
}

/** Changes a customer's balance. A negative amount is credit. */
export function changeBalance(
  customer: Customer,
  about: ObjectFields<'customer_balance_transaction'> & { amount: number; currency: string },
) {
  updateObject(customer, 'customer.updated', (record) => {
    record.balance += about.amount
    record.currency ??= about.currency
  })
  const transaction = createObject('customer_balance_transaction', {
    checkout_session: null,
    credit_note: null,
    customer: customer.id,
    customer_account: null,
    description: null,
    ending_balance: customer.balance,
    invoice: null,
    livemode: false,
    metadata: {},
    ...about,
  })
  return store.save(transaction)
}
