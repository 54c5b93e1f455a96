import { update } from './events.ts'
import { newId } from './ids.ts'
import { balanceTransactionObject } from './objects/customer.ts'
import type { Customer } from './objects/customer.ts'
import type { Sandbox } from './sandbox.ts'

/** A negative amount is credit for the customer. */
export function changeBalance(
  sandbox: Sandbox,
  customer: Customer,
  about: { amount: number; currency: string; type: string; invoice?: string; description?: string | null },
) {
  const { store, clock } = sandbox
  update(sandbox, customer, 'customer.updated', (record) => {
    record.balance += about.amount
    record.currency ??= about.currency
  })
  return store.save(
    balanceTransactionObject({
      id: newId('cbtxn'),
      created: clock.now(),
      customer: customer.id,
      ending_balance: customer.balance,
      ...about,
    }),
  )
}
