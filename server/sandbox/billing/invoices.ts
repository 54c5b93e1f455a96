import { getCustomer } from '../api/endpoint.ts'
import { createObject, newId } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import { updateObject } from '../events.ts'
import { leastChargeOf, proratedAmount } from '../money.ts'
import type { Coupon, Customer, Discount, Invoice, InvoiceLine, Period, Subscription } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { discountsOf } from './catalog.ts'

/** Tax rate of the sandbox in percent. Added to prices unless they are inclusive. */
const taxPercent = 20
const taxRate = 'txr_sandbox_standard'

const self = { type: 'self' } as const
export const automaticTax = (enabled = false, disabled_reason: 'requires_location_inputs' | null = null) => ({
  disabled_reason,
  enabled,
  liability: enabled ? self : null,
})

export const sumOf = (parts: { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)

const taxOf = ({ total_taxes }: Invoice, behavior: string) =>
  sumOf(total_taxes.filter(({ tax_behavior }) => tax_behavior === behavior))

const remaining = (line: InvoiceLine) => line.amount - sumOf(line.discount_amounts)

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
  const discountAmounts = lines.flatMap((line) => line.discount_amounts)
  invoice.discounts = discounts.map(({ id }) => id)
  invoice.total_discount_amounts = invoice.discounts.map((id) => ({
    amount: sumOf(discountAmounts.filter(({ discount }) => discount === id)),
    discount: id,
  }))
  invoice.total_taxes = ['exclusive', 'inclusive'].flatMap((behavior) => {
    const taxes = lines.flatMap((line) => line.taxes).filter(({ tax_behavior }) => tax_behavior === behavior)
    const taxable_amount = taxes.reduce((total, tax) => total + (tax.taxable_amount ?? 0), 0)
    return taxes.slice(0, 1).map((first) => ({ ...first, amount: sumOf(taxes), taxable_amount }))
  })
  const net = sumOf(lines) - sumOf(discountAmounts)
  const inclusive = taxOf(invoice, 'inclusive')
  invoice.subtotal = sumOf(lines)
  invoice.total = net + taxOf(invoice, 'exclusive')
  invoice.total_excluding_tax = net - inclusive
  invoice.subtotal_excluding_tax = invoice.subtotal - inclusive
}

/** Removes the tax of an invoice. The total of inclusive prices stays. */
export function removeTax(invoice: Invoice) {
  for (const line of invoice.lines.data) line.taxes = []
  invoice.total -= taxOf(invoice, 'exclusive')
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

/** Returns a draft invoice with totals, without saving it. Previews use it too. */
export function draftInvoice({ subscription, lines, period, proration_date, ...about }: Draft): Invoice {
  const { enabled } = subscription.automatic_tax
  const { id = newId('in'), customer = getCustomer(subscription.customer) } = about
  const { discounts = discountsOf(subscription) } = about
  const invoice = createObject('invoice', {
    id,
    automatic_tax: {
      ...automaticTax(enabled),
      provider: enabled ? 'stripe' : null,
      status: enabled ? 'complete' : null,
    },
    billing_reason: about.billing_reason,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_tax_exempt: customer.tax_exempt,
    lines: { data: lines, url: `/v1/invoices/${id}/lines` },
    parent: {
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
        subscription_proration_date: proration_date,
      },
    },
    period_end: period.end,
    period_start: period.start,
    starting_balance: customer.balance,
    webhooks_delivered_at: clock.now(),
  })
  for (const line of lines) line.invoice = id
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
  const balance = { customer: customer.id, ending_balance: customer.balance }
  return store.save(createObject('customer_balance_transaction', { ...about, ...balance }))
}
