import { db, Prisma, queryRows } from '../../database/db.ts'
import { isMissingAtStripe, isPermanentRefusal, Stripe } from '../stripe.ts'
import { syncCustomer } from '../sync-customer.ts'
import type { SyncContext } from '../stripe.ts'

const maxPerRun = 100

type Details = { email: string; name: string; language: string }
type ChangedDetails = Details & { [Key in keyof Details as `stripe_${Key}`]: string | null }

const details = Prisma.sql`"user".email, trim(first_name || ' ' || last_name), "user".language::text`
const hasChanged = Prisma.sql`"user".id IS NOT NULL AND erased_at IS NULL
  AND (stripe_email, stripe_name, stripe_language) IS DISTINCT FROM (${details})`

async function findChanged(id: string): Promise<ChangedDetails | null> {
  const rows = await queryRows<ChangedDetails>(Prisma.sql`
    SELECT stripe_email, stripe_name, stripe_language, changed.email, changed.name, changed.language
      FROM customer JOIN "user" ON "user".id = customer.user_id, LATERAL (SELECT ${details}) AS changed (email, name, language)
     WHERE customer.id = ${id} AND deleted_at IS NULL AND ${hasChanged}`)
  return rows[0] ?? null
}

/** Parameters for details that changed. Others stay, since a person may have set a business name at Stripe. */
const updateOf = (row: ChangedDetails): Stripe.CustomerUpdateParams => ({
  ...(row.email !== row.stripe_email && { email: row.email }),
  ...(row.name !== row.stripe_name && { name: row.name }),
  ...(row.language !== row.stripe_language && { preferred_locales: [row.language] }),
})

const unknownDetails = { stripe_email: null, stripe_name: null, stripe_language: null }
const markDeleted = (id: string) =>
  db.customer.updateMany({ where: { id }, data: { ...unknownDetails, deleted_at: new Date() } })

/** Sends changed details of an account to Stripe. Concurrent calls are safe. */
export async function sendCustomerDetails(stripe: Stripe, id: string): Promise<void> {
  for (let row = await findChanged(id); row; row = await findChanged(id)) {
    const { email, name, language, ...former } = row
    try {
      await stripe.customers.update(id, updateOf(row))
    } catch (error) {
      if (!isMissingAtStripe(error)) throw error
      return void (await markDeleted(id))
    }
    const { count } = await db.customer.updateMany({
      where: { id, ...former },
      data: { stripe_email: email, stripe_name: name, stripe_language: language },
    })
    // A concurrent call has sent details too. Sends all again, since the order of the calls is unknown.
    if (count === 0) await db.customer.updateMany({ where: { id }, data: unknownDetails })
  }
}

const isInUse = Prisma.sql`
  EXISTS (SELECT FROM subscription WHERE customer_id = customer.id AND status NOT IN ('canceled', 'incomplete_expired'))
  OR EXISTS (SELECT FROM payment WHERE customer_id = customer.id AND status = 'processing')
  OR EXISTS (SELECT FROM credit_refund WHERE customer_id = customer.id AND finished_at IS NULL)`

async function deleteRemoved(sync: SyncContext, id: string): Promise<void> {
  await syncCustomer(sync, id)
  const [free] = await queryRows(Prisma.sql`SELECT id FROM customer WHERE id = ${id} AND NOT (${isInUse})`)
  if (!free) return
  await sync.stripe.customers.del(id).catch((error: unknown) => {
    if (!isMissingAtStripe(error)) throw error
  })
  await markDeleted(id)
}

const pageAfter = async (last: string, where: Prisma.Sql): Promise<string[]> => {
  const rows = await queryRows<{ id: string }>(Prisma.sql`
    SELECT customer.id FROM customer LEFT JOIN "user" ON "user".id = customer.user_id
     WHERE customer.id > ${last} AND deleted_at IS NULL AND (${where}) ORDER BY customer.id LIMIT ${maxPerRun}`)
  return rows.map(({ id }) => id)
}

/** Runs a task per customer and returns Stripe's refusals. Throws if Stripe is unreachable. */
async function forEachCustomer(where: Prisma.Sql, task: (id: string) => Promise<void>): Promise<unknown[]> {
  const failures: unknown[] = []
  let left = maxPerRun
  for (let page = await pageAfter('', where); page.length > 0; page = await pageAfter(page.at(-1) ?? '', where))
    for (const id of page) {
      if (left === 0) return failures
      await task(id).then(
        () => left--,
        (error: unknown) => {
          if (error instanceof Stripe.errors.StripeError && !isPermanentRefusal(error)) throw error
          failures.push(error)
        },
      )
    }
  return failures
}

const isRemoved = Prisma.sql`customer.user_id IS NULL AND NOT (${isInUse})`

/** Sends details that differ from those sent last. After a crash, the next run continues. */
export async function syncCustomerDetails(sync: SyncContext): Promise<void> {
  const failures = [
    ...(await forEachCustomer(hasChanged, (id) => sendCustomerDetails(sync.stripe, id))),
    ...(await forEachCustomer(isRemoved, (id) => deleteRemoved(sync, id))),
  ]
  if (failures.length > 0) throw new AggregateError(failures, 'Some customers could not be changed at Stripe.')
}
