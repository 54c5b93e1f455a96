import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { Person } from '../people.ts'
import { ask, checkout, createSubscriber, customerOf, sandbox, webhooksProcessed, stripe } from './shop.ts'

export const balanceOf = async (person: Person): Promise<number> => {
  const customer = await stripe.customers.retrieve(await customerOf(person))
  return customer.deleted ? 0 : customer.balance
}

/** Member with a credit from a switch (year to month), whose subscription has ended. */
export async function createCreditor(): Promise<Person> {
  const person = await createSubscriber('year')
  await createCredit(person)
  return person
}

export async function createCredit(person: Person): Promise<void> {
  await sandbox.advance('2s')
  await checkout(person, 'month')
  await webhooksProcessed()
  await ask(paymentPaths.autoRenew, person, { enabled: false })
  await sandbox.advance('32d')
  await webhooksProcessed()
}
