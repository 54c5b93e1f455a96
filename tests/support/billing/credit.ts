import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { Person } from '../people.ts'
import { ask, checkout, createSubscriber, customerOf, sandbox, settled, stripe } from './shop.ts'

export const balanceOf = async (person: Person): Promise<number> => {
  const customer = await stripe.customers.retrieve(await customerOf(person))
  return customer.deleted ? 0 : customer.balance
}

/** Somebody whose switch from a year to a month has left a credit, and whose subscription has ended since. */
export async function createCreditor(): Promise<Person> {
  const person = await createSubscriber('year')
  await leaveCredit(person)
  return person
}

/** Of a subscription by the year. */
export async function leaveCredit(person: Person): Promise<void> {
  await sandbox.advance('2s')
  await checkout(person, 'month')
  await settled()
  await ask(paymentPaths.autoRenew, person, { enabled: false })
  await sandbox.advance('32d')
  await settled()
}
