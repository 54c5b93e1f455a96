import { discountsOf } from './coupons.ts'
import { getCustomer } from './customers.ts'
import { newId } from './ids.ts'
import { leastChargeOf, shareOf } from './money.ts'
import type { Coupon, Discount } from './objects/catalog.ts'
import type { Customer } from './objects/customer.ts'
import { invoiceObject } from './objects/invoice.ts'
import type { Invoice, InvoiceLine, Period } from './objects/invoice.ts'
import type { Subscription } from './objects/subscription.ts'
import type { Sandbox } from './sandbox.ts'

/** What Stripe Tax asks for everywhere in the sandbox, on top of prices that do not say that they include it. */
export const taxPercent = 20
const taxRate = 'txr_sandbox_standard'

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

function reduceLine(line: InvoiceLine, discount: Discount, amount: number) {
  line.discount_amounts.push({ amount, discount: discount.id })
  line.discounts.push(discount.id)
}

const remaining = (line: InvoiceLine) => line.amount - sum(line.discount_amounts.map(({ amount }) => amount))

function applyDiscount(lines: InvoiceLine[], discount: Discount, coupon: Coupon) {
  const open = lines.filter((line) => line.discountable)
  if (coupon.percent_off !== null) {
    for (const line of open)
      reduceLine(line, discount, shareOf(remaining(line), Math.round(coupon.percent_off * 100), 10_000, line.currency))
    return
  }
  let left = coupon.amount_off ?? 0
  for (const line of open) {
    const amount = Math.min(left, remaining(line))
    left -= amount
    reduceLine(line, discount, amount)
  }
}

/** Prices say whether they include it; where they do not, tax comes on top. */
function applyTax({ store }: Sandbox, line: InvoiceLine) {
  const net = remaining(line)
  const isInclusive = store.find('price', line.pricing.price_details.price)?.tax_behavior === 'inclusive'
  const amount = shareOf(net, taxPercent, isInclusive ? 100 + taxPercent : 100, line.currency)
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
            taxable_amount: sum([first, ...others].map(({ taxable_amount }) => taxable_amount)),
          },
        ]
      : []
  })
}

/** What is charged, and what then stays in the customer's balance. */
export function settleBalance(invoice: Invoice) {
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
  /** Where they are not the subscription's. */
  discounts?: Discount[]
  customer?: Customer
  id?: string
}

/** An invoice with its totals; it is not saved, so that a preview is made by the same rules. */
export function draftInvoice(
  sandbox: Sandbox,
  { subscription, lines, billing_reason, period, ...draft }: Draft,
): Invoice {
  const { store, clock } = sandbox
  const invoice = invoiceObject({
    id: draft.id ?? newId('in'),
    created: clock.now(),
    customer: draft.customer ?? getCustomer(sandbox, subscription.customer),
    currency: subscription.currency,
    subscription,
    period,
    proration_date: draft.proration_date,
    billing_reason,
    automatic_tax: subscription.automatic_tax.enabled,
    default_payment_method: null,
  })
  const discounts = draft.discounts ?? discountsOf(sandbox, subscription)
  invoice.lines.data = lines
  for (const line of lines) line.invoice = invoice.id
  for (const discount of discounts) {
    const coupon = store.find('coupon', discount.source.coupon)
    if (coupon) applyDiscount(lines, discount, coupon)
  }
  if (subscription.automatic_tax.enabled) for (const line of lines) applyTax(sandbox, line)
  addUp(invoice, discounts)
  settleBalance(invoice)
  invoice.ending_balance = null
  return invoice
}
