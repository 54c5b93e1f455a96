import { createOnce } from '../idempotency.ts'
import { idOf } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

/** Changes the balance once for each `name`: below zero it is credit. */
export const changeBalance = (
  stripe: Stripe,
  customer_id: string,
  { name, ...change }: { name: string; amount: number; currency: string },
) =>
  createOnce(name, async (options) => {
    for await (const made of stripe.customers.listBalanceTransactions(customer_id, { limit: 100 }))
      if (made.metadata?.made_for === name) return made
    return stripe.customers.createBalanceTransaction(customer_id, { ...change, metadata: { made_for: name } }, options)
  })

type CreditSource = { customer_id: string; subscription_id: string; invoices: string[] }

/** What a subscription's invoices took from the credit, or below zero left of it, and what was reclaimed of that. */
async function sumCredit(stripe: Stripe, { customer_id, subscription_id, invoices }: CreditSource) {
  const sums = { used: 0, reclaimed: 0, refunded: 0 }
  for await (const made of stripe.customers.listBalanceTransactions(customer_id, { limit: 100 })) {
    const { amount, metadata } = made
    if (metadata?.refunded_subscription === subscription_id) sums.reclaimed += amount
    else if (metadata?.made_for?.startsWith('credit_')) sums.refunded += amount
    else if (invoices.includes(idOf(made.invoice) ?? '')) sums.used += amount
  }
  return sums
}

/**
 * Takes the credit that a switch may have left of the money that went back: it would be paid twice. Credit from elsewhere
 * stays. Answers whether there was any.
 */
export async function reclaimCredit(stripe: Stripe, source: CreditSource & { amount: number }): Promise<boolean> {
  const { customer_id, subscription_id, amount } = source
  return createOnce(`credit_${subscription_id}`, async ({ idempotencyKey }) => {
    const customer = await stripe.customers.retrieve(customer_id)
    if (customer.deleted || customer.balance >= 0 || !customer.currency) return false
    // Read after the balance: whatever somebody takes meanwhile is in one of the two.
    const { used, reclaimed, refunded } = await sumCredit(stripe, source)
    const left = Math.min(amount - reclaimed, -used - reclaimed - refunded, -customer.balance)
    if (left <= 0) return false
    await stripe.customers.createBalanceTransaction(
      customer_id,
      { amount: left, currency: customer.currency, metadata: { refunded_subscription: subscription_id } },
      { idempotencyKey: `${idempotencyKey}_${reclaimed}` },
    )
    return true
  })
}

/** Puts back the credit that a subscription was paid with which should not have been sold. */
export async function returnCredit(stripe: Stripe, source: CreditSource): Promise<void> {
  const { customer_id, subscription_id } = source
  const customer = await stripe.customers.retrieve(customer_id)
  if (customer.deleted || !customer.currency) return
  const { used } = await sumCredit(stripe, source)
  if (used > 0)
    await changeBalance(stripe, customer_id, {
      name: `unsold_credit_${subscription_id}`,
      amount: -used,
      currency: customer.currency,
    })
}
