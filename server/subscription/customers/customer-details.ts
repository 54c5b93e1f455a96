import { db, Prisma, queryRows } from '../../database/db.ts'
import { isMissing, isRefusal, Stripe } from '../stripe.ts'
import { syncCustomer } from '../sync-customer.ts'
import type { Sync } from '../stripe.ts'

/** Customers that one run changes or deletes: each change brings a webhook, and each webhook a reading. */
const maxPerRun = 100

type Details = { email: string; name: string; language: string }
type Changed = Details & { [Key in keyof Details as `stripe_${Key}`]: string | null }

const details = Prisma.sql`"user".email, trim(first_name || ' ' || last_name), "user".language::text`
const hasChanged = Prisma.sql`"user".id IS NOT NULL AND erased_at IS NULL
  AND (stripe_email, stripe_name, stripe_language) IS DISTINCT FROM (${details})`

/** Null where Stripe was sent all of it already, or has nobody to send it for. */
async function findChanged(id: string): Promise<Changed | null> {
  const rows = await queryRows<Changed>(Prisma.sql`
    SELECT stripe_email, stripe_name, stripe_language, changed.email, changed.name, changed.language
      FROM customer JOIN "user" ON "user".id = customer.user_id, LATERAL (SELECT ${details}) AS changed (email, name, language)
     WHERE customer.id = ${id} AND deleted_at IS NULL AND ${hasChanged}`)
  return rows[0] ?? null
}

/** What did not change here stays as it is there: people type the name of a business at the checkout and in the portal. */
const updateOf = (row: Changed): Stripe.CustomerUpdateParams => ({
  ...(row.email !== row.stripe_email && { email: row.email }),
  ...(row.name !== row.stripe_name && { name: row.name }),
  ...(row.language !== row.stripe_language && { preferred_locales: [row.language] }),
})

const unknown = { stripe_email: null, stripe_name: null, stripe_language: null }
const noteDeleted = (id: string) =>
  db.customer.updateMany({ where: { id }, data: { ...unknown, deleted_at: new Date() } })

/**
 * Sends Stripe the address, the name and the language of the account, as they are now, where they are not what it was sent
 * last. Any number may do so at once: the last one to send has sent what is true.
 */
export async function sendDetails(stripe: Stripe, id: string): Promise<void> {
  for (let row = await findChanged(id); row; row = await findChanged(id)) {
    const { email, name, language, ...former } = row
    try {
      await stripe.customers.update(id, updateOf(row))
    } catch (error) {
      if (!isMissing(error)) throw error
      return void (await noteDeleted(id))
    }
    const { count } = await db.customer.updateMany({
      where: { id, ...former },
      data: { stripe_email: email, stripe_name: name, stripe_language: language },
    })
    // Somebody else sent meanwhile, and which of the two came last nobody knows: all of it is sent again.
    if (count === 0) await db.customer.updateMany({ where: { id }, data: unknown })
  }
}

/** What still needs the customer: a subscription, money on its way, a credit that is being paid back. */
const isInUse = Prisma.sql`
  EXISTS (SELECT FROM subscription WHERE customer_id = customer.id AND status NOT IN ('canceled', 'incomplete_expired'))
  OR EXISTS (SELECT FROM payment WHERE customer_id = customer.id AND status = 'processing')
  OR EXISTS (SELECT FROM credit_refund WHERE customer_id = customer.id AND finished_at IS NULL)`

/** Deletes the customer of an account that was removed; the invoices stay at Stripe. */
async function deleteRemoved(sync: Sync, id: string): Promise<void> {
  // What came alive or arrived since is ended and given back first.
  await syncCustomer(sync, id)
  const [free] = await queryRows(Prisma.sql`SELECT id FROM customer WHERE id = ${id} AND NOT (${isInUse})`)
  if (!free) return
  await sync.stripe.customers.del(id).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  await noteDeleted(id)
}

const pageAfter = async (last: string, where: Prisma.Sql): Promise<string[]> => {
  const rows = await queryRows<{ id: string }>(Prisma.sql`
    SELECT customer.id FROM customer LEFT JOIN "user" ON "user".id = customer.user_id
     WHERE customer.id > ${last} AND deleted_at IS NULL AND (${where}) ORDER BY customer.id LIMIT ${maxPerRun}`)
  return rows.map(({ id }) => id)
}

/** One that Stripe refuses holds up no other, and is answered. Throws where Stripe is away. */
async function forEach(where: Prisma.Sql, task: (id: string) => Promise<void>): Promise<unknown[]> {
  const failures: unknown[] = []
  let left = maxPerRun
  for (let page = await pageAfter('', where); page.length > 0; page = await pageAfter(page.at(-1) ?? '', where))
    for (const id of page) {
      if (left === 0) return failures
      await task(id).then(
        () => left--,
        (error: unknown) => {
          if (error instanceof Stripe.errors.StripeError && !isRefusal(error)) throw error
          failures.push(error)
        },
      )
    }
  return failures
}

const isRemoved = Prisma.sql`customer.user_id IS NULL AND NOT (${isInUse})`

/**
 * Brings the customers at Stripe to what the accounts say: it finds them by what was sent last, so that nothing is lost by
 * a crash or an outage, and the next run goes on where this one ended.
 */
export async function syncDetails(sync: Sync): Promise<void> {
  const failures = [
    ...(await forEach(hasChanged, (id) => sendDetails(sync.stripe, id))),
    ...(await forEach(isRemoved, (id) => deleteRemoved(sync, id))),
  ]
  if (failures.length > 0) throw new AggregateError(failures, 'Some customers could not be changed at Stripe.')
}
