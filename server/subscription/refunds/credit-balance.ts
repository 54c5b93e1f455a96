import { createOnce } from '../idempotency.ts'
import { expandedObject, stripeIdOf } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

/** Changes a customer's balance, once for each `name`. A negative amount is credit. */
export const changeBalanceOnce = (
  stripe: Stripe,
  customer_id: string,
  { name, ...change }: { name: string; amount: number; currency: string },
) =>
  createOnce(name, async (options) => {
    for await (const transaction of stripe.customers.listBalanceTransactions(customer_id, { limit: 100 }))
      if (transaction.metadata?.made_for === name) return transaction
    return stripe.customers.createBalanceTransaction(customer_id, { ...change, metadata: { made_for: name } }, options)
  })

type CreditSource = { customer_id: string; subscription_id: string }

type Change = { amount: number; subscription_id: string | null; isReturn: boolean; reclaimed_from: string | null }

const returnTypes = ['unapplied_from_invoice', 'checkout_session_subscription_payment_canceled']

function changeOf({ amount, type, invoice, checkout_session, metadata }: Stripe.CustomerBalanceTransaction): Change {
  const { made_for = '', refunded_subscription = null } = metadata ?? {}
  // In a checkout, credit is used before the invoice exists.
  const owner =
    expandedObject(invoice)?.parent?.subscription_details?.subscription ??
    expandedObject(checkout_session)?.subscription
  const unsold = made_for.startsWith('unsold_credit_') ? made_for.slice('unsold_credit_'.length) : null
  const isReturn = returnTypes.includes(type) || unsold !== null || made_for.startsWith('credit_return_')
  return { amount, subscription_id: unsold ?? stripeIdOf(owner), isReturn, reclaimed_from: refunded_subscription }
}

export async function readCreditChanges(stripe: Stripe, customer_id: string): Promise<Change[]> {
  const changes: Change[] = []
  const params = { limit: 100, expand: ['data.invoice', 'data.checkout_session'] }
  for await (const balanceTransaction of stripe.customers.listBalanceTransactions(customer_id, params))
    changes.unshift(changeOf(balanceTransaction))
  return changes
}

/** Returns the unused credit that a subscription created. Later uses reduce this credit first. */
export function remainingCredit(changes: Change[], id: string): number {
  let [credited, left] = [0, 0]
  for (const { amount, subscription_id, isReturn, reclaimed_from } of changes) {
    const isNew = amount < 0 && !isReturn
    if (isNew ? subscription_id !== id : reclaimed_from !== null && reclaimed_from !== id) continue
    if (isNew) credited -= amount
    left = Math.min(credited, Math.max(0, left - amount))
  }
  return left
}

const sum = (changes: Change[]) => changes.reduce((total, { amount }) => total + amount, 0)

/** Removes credit that a switch created from money that was refunded since. Returns true if there was any. */
export async function reclaimCredit(stripe: Stripe, source: CreditSource & { amount: number }): Promise<boolean> {
  const { customer_id, subscription_id, amount } = source
  return createOnce(`credit_${subscription_id}`, async ({ idempotencyKey }) => {
    const customer = await stripe.customers.retrieve(customer_id)
    if (customer.deleted || customer.balance >= 0 || !customer.currency) return false
    // Reads the changes after the balance, so that a concurrent use of credit is not missed.
    const changes = await readCreditChanges(stripe, customer_id)
    const reclaimed = sum(changes.filter(({ reclaimed_from }) => reclaimed_from === subscription_id))
    const left = Math.min(amount - reclaimed, remainingCredit(changes, subscription_id), -customer.balance)
    if (left <= 0) return false
    await stripe.customers.createBalanceTransaction(
      customer_id,
      { amount: left, currency: customer.currency, metadata: { refunded_subscription: subscription_id } },
      { idempotencyKey: `${idempotencyKey}_${reclaimed}` },
    )
    return true
  })
}

/** Restores credit that was used for a subscription sold by mistake. */
export async function restoreCredit(stripe: Stripe, source: CreditSource): Promise<void> {
  const { customer_id, subscription_id } = source
  const customer = await stripe.customers.retrieve(customer_id)
  if (customer.deleted || !customer.currency) return
  const ofSubscription = (await readCreditChanges(stripe, customer_id)).filter(
    (one) => one.subscription_id === subscription_id,
  )
  const used = sum(ofSubscription)
  if (used > 0)
    await changeBalanceOnce(stripe, customer_id, {
      name: `unsold_credit_${subscription_id}`,
      amount: -used,
      currency: customer.currency,
    })
}
