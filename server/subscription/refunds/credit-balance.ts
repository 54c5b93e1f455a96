import { createOnce } from '../idempotency.ts'
import { expanded, idOf } from '../stripe.ts'
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

type CreditSource = { customer_id: string; subscription_id: string }

/** A change of the balance, and whose it is. */
type Change = { amount: number; subscription_id: string | null; isReturn: boolean; reclaimed_from: string | null }

const returns = ['unapplied_from_invoice', 'checkout_session_subscription_payment_canceled']

function changeOf({ amount, type, invoice, checkout_session, metadata }: Stripe.CustomerBalanceTransaction): Change {
  const { made_for = '', refunded_subscription = null } = metadata ?? {}
  // A checkout uses credit before there is an invoice.
  const owner =
    expanded(invoice)?.parent?.subscription_details?.subscription ?? expanded(checkout_session)?.subscription
  const unsold = made_for.startsWith('unsold_credit_') ? made_for.slice('unsold_credit_'.length) : null
  const isReturn = returns.includes(type) || unsold !== null || made_for.startsWith('credit_return_')
  return { amount, subscription_id: unsold ?? idOf(owner), isReturn, reclaimed_from: refunded_subscription }
}

/** The oldest first. */
export async function readCreditChanges(stripe: Stripe, customer_id: string): Promise<Change[]> {
  const changes: Change[] = []
  const params = { limit: 100, expand: ['data.invoice', 'data.checkout_session'] }
  for await (const made of stripe.customers.listBalanceTransactions(customer_id, params))
    changes.unshift(changeOf(made))
  return changes
}

/** What is still there of the credit that a subscription has left: whatever was used since was used of that first. */
export function creditLeft(changes: Change[], id: string): number {
  let [made, left] = [0, 0]
  for (const { amount, subscription_id, isReturn, reclaimed_from } of changes) {
    const isNew = amount < 0 && !isReturn
    if (isNew ? subscription_id !== id : reclaimed_from !== null && reclaimed_from !== id) continue
    if (isNew) made -= amount
    left = Math.min(made, Math.max(0, left - amount))
  }
  return left
}

const sum = (changes: Change[]) => changes.reduce((total, { amount }) => total + amount, 0)

/**
 * Takes the credit that a switch may have left of the money that went back: it would be paid twice. Credit from elsewhere
 * stays. Returns true where credit was taken.
 */
export async function reclaimCredit(stripe: Stripe, source: CreditSource & { amount: number }): Promise<boolean> {
  const { customer_id, subscription_id, amount } = source
  return createOnce(`credit_${subscription_id}`, async ({ idempotencyKey }) => {
    const customer = await stripe.customers.retrieve(customer_id)
    if (customer.deleted || customer.balance >= 0 || !customer.currency) return false
    // Read after the balance: whatever somebody takes meanwhile is in one of the two.
    const changes = await readCreditChanges(stripe, customer_id)
    const reclaimed = sum(changes.filter(({ reclaimed_from }) => reclaimed_from === subscription_id))
    const left = Math.min(amount - reclaimed, creditLeft(changes, subscription_id), -customer.balance)
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
  const ofSubscription = (await readCreditChanges(stripe, customer_id)).filter(
    (one) => one.subscription_id === subscription_id,
  )
  const used = sum(ofSubscription)
  if (used > 0)
    await changeBalance(stripe, customer_id, {
      name: `unsold_credit_${subscription_id}`,
      amount: -used,
      currency: customer.currency,
    })
}
