import { createHash } from 'node:crypto'
import type { Locale } from '#shared/locale.ts'
import { db } from '../../database/db.ts'
import type { Prisma } from '../../database/db.ts'
import { sendCustomerDetails } from './customer-details.ts'
import { createOnce } from '../idempotency.ts'
import { isMissingAtStripe, isPermanentRefusal } from '../stripe.ts'
import type { Stripe, SyncContext } from '../stripe.ts'
import { syncCustomer } from '../sync-customer.ts'

export const findCustomer = (user_id: number) => db.customer.findUnique({ where: { user_id }, select: { id: true } })

const personColumns = { email: true, first_name: true, last_name: true, language: true } as const
const detailsOf = (user: { email: string; first_name: string; last_name: string; language: Locale }) => ({
  email: user.email,
  name: `${user.first_name} ${user.last_name}`.trim(),
  preferred_locales: [user.language],
})

async function isDeletedAtStripe(stripe: Stripe, id: string): Promise<boolean> {
  return stripe.customers.retrieve(id).then(
    ({ deleted }) => deleted === true,
    (error: unknown) => {
      if (isMissingAtStripe(error)) return true
      throw error
    },
  )
}

function ignoreRefusal(error: unknown): void {
  if (!isPermanentRefusal(error)) throw error
}

/** Hash of customer details. Part of the idempotency key, since Stripe refuses a key with other parameters. */
const digestOf = (details: object) =>
  createHash('sha256').update(JSON.stringify(details)).digest('base64url').slice(0, 16)

async function moveHistory(transaction: Prisma.TransactionClient, former: string, customer_id: string): Promise<void> {
  await transaction.subscription.updateMany({ where: { customer_id: former }, data: { customer_id } })
  await transaction.payment.updateMany({ where: { customer_id: former }, data: { customer_id } })
}

/** Returns the Stripe customer of a person. Creates one if there is none or it was deleted. */
export async function ensureCustomer(sync: SyncContext, user_id: number): Promise<string> {
  const { stripe } = sync
  const known = await findCustomer(user_id)
  if (known && !(await isDeletedAtStripe(stripe, known.id))) {
    await sendCustomerDetails(stripe, known.id).catch(ignoreRefusal)
    return known.id
  }
  if (known) await syncCustomer(sync, known.id)
  const user = await db.user.findUniqueOrThrow({ where: { id: user_id }, select: personColumns })
  const details = detailsOf(user)
  const intent = `customer_${user_id}_after_${known?.id ?? 'none'}_${digestOf(details)}`
  const { id } = await createOnce(intent, (options) =>
    stripe.customers.create({ ...details, metadata: { user_id: String(user_id) } }, options),
  )
  return db.$transaction(async (transaction) => {
    if (known) await transaction.customer.updateMany({ where: { id: known.id }, data: { user_id: null } })
    const sent = { stripe_email: details.email, stripe_name: details.name, stripe_language: user.language }
    await transaction.customer.createMany({ data: [{ id, user_id, ...sent }], skipDuplicates: true })
    const current = await transaction.customer.findUniqueOrThrow({ where: { user_id }, select: { id: true } })
    if (known) await moveHistory(transaction, known.id, current.id)
    return current.id
  })
}
