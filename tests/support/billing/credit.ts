import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { Person } from '../people.ts'
import { ask, checkout, createSubscriber, customerOf, sandbox, settled, stripe } from './shop.ts'

export const balanceOf = async (person: Person): Promise<number> => {
  const customer = await stripe.customers.retrieve(await customerOf(person))
  return customer.deleted ? 0 : customer.balance
}

/** Member with a credit from a switch (year to month), whose subscription has ended. */
export async function createCreditor(): Promise<Person> {
  const person = await createSubscriber('year')
  await leaveCredit(person)
  return person
}

export async function leaveCredit(person: Person): Promise<void> {
  await sandbox.advance('2s')
  await checkout(person, 'month')
  await settled()
  await ask(paymentPaths.autoRenew, person, { enabled: false })
  await sandbox.advance('32d')
  await settled()
}
