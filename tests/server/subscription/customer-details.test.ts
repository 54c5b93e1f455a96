import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { syncCustomerDetails } from '#server/subscription/customers/customer-details.ts'
import { ensureCustomer } from '#server/subscription/customers/customers.ts'
import { reconcile } from '#server/subscription/reconcile.ts'
import { remove, sql } from '../../support/app.ts'
import { cards } from '../../support/billing/payment-sandbox.ts'
import { cheap_password_hash, createPerson, password } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  invoicesOf,
  openShop,
  payAt,
  sandbox,
  webhooksProcessed,
  shop,
  stripe,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const readCustomer = async (id: string) => {
  const customer = await stripe.customers.retrieve(id)
  return customer.deleted ? null : customer
}
const change = ({ id }: Person, columns: string) => sql.query(`UPDATE "user" SET ${columns} WHERE id = $1`, [id])
const sentOf = async (id: string) => {
  const { rows } = await sql.query(
    'SELECT stripe_email AS email, stripe_name AS name, stripe_language AS language, deleted_at FROM customer WHERE id = $1',
    [id],
  )
  return rows[0]
}
const countUpdates = async (id: string) => {
  const { data } = await stripe.events.list({ type: 'customer.updated', limit: 100 })
  return data.filter((event) => (event.data.object as { id: string }).id === id).length
}
async function removeAccount(person: Person): Promise<void> {
  await sql.query('UPDATE "user" SET password_hash = $1 WHERE id = $2', [cheap_password_hash, person.id])
  expect((await remove(paths.api.me, { password }, { as: person, of: shop })).status).toBe(204)
}

// Sends the changes of earlier tests, so that they are not counted.
beforeEach(() => syncCustomerDetails(sync))

describe('a subscriber who changes account details', () => {
  test('has the new email and name at Stripe, with an unchanged language', async () => {
    const person = await createSubscriber()
    const id = await customerOf(person)
    const former = await readCustomer(id)
    await change(person, `email = 'new-${person.id}@example.test', first_name = 'Ana', last_name = 'Ruiz'`)
    await syncCustomerDetails(sync)
    expect(await readCustomer(id)).toMatchObject({
      email: `new-${person.id}@example.test`,
      name: 'Ana Ruiz',
      preferred_locales: former?.preferred_locales,
    })
    const updates = await countUpdates(id)
    await syncCustomerDetails(sync)
    expect(await countUpdates(id)).toBe(updates)
    await expectConsistent(person, 1)
  })

  test("keeps a business name entered at Stripe, unless the account's name changes", async () => {
    const person = await createSubscriber()
    const id = await customerOf(person)
    await stripe.customers.update(id, { name: 'Ruiz S. L.' })
    await change(person, `email = 'firm-${person.id}@example.test', language = 'es'`)
    await syncCustomerDetails(sync)
    expect(await readCustomer(id)).toMatchObject({
      email: `firm-${person.id}@example.test`,
      name: 'Ruiz S. L.',
      preferred_locales: ['es'],
    })
    await change(person, `first_name = 'Eva'`)
    await syncCustomerDetails(sync)
    expect((await readCustomer(id))?.name).toContain('Eva')
  })

  test('sees the new email in the checkout at once', async () => {
    const person = await createPerson()
    await ensureCustomer(sync, person.id)
    await change(person, `email = 'at-once-${person.id}@example.test'`)
    expect((await checkout(person)).status).toBe(200)
    expect((await readCustomer(await customerOf(person)))?.email).toBe(`at-once-${person.id}@example.test`)
  })

  test('has the new email on renewal invoices, while paid invoices stay unchanged', async () => {
    const person = await createSubscriber()
    const [first] = await invoicesOf(person)
    await change(person, `email = 'later-${person.id}@example.test'`)
    await syncCustomerDetails(sync)
    await sandbox.advance('32d')
    await webhooksProcessed()
    const [renewal, former] = await invoicesOf(person)
    expect(renewal?.customer_email).toBe(`later-${person.id}@example.test`)
    expect(former?.customer_email).toBe(first?.customer_email)
    expect(former?.customer_email).not.toBe(renewal?.customer_email)
  })
})

describe('the job that sends account changes to Stripe', () => {
  test('repeats a change after an outage or a crash before or after the call', async () => {
    const person = await createSubscriber()
    const id = await customerOf(person)
    for (const [when, email] of [
      ['before', `before-${person.id}@example.test`],
      ['after', `after-${person.id}@example.test`],
    ] as const) {
      await change(person, `email = '${email}'`)
      await sandbox.control('/outages', { method: 'POST', path: `/v1/customers/${id}`, times: 3, when })
      await expect(syncCustomerDetails(sync)).rejects.toThrow('An unknown error occurred.')
      expect((await sentOf(id)).email).not.toBe(email)
      await syncCustomerDetails(sync)
      expect((await readCustomer(id))?.email).toBe(email)
      expect((await sentOf(id)).email).toBe(email)
    }
  })

  test('stores the newer of two changes at Stripe, even if the older change is sent last', async () => {
    const person = await createSubscriber()
    const id = await customerOf(person)
    const update = stripe.customers.update.bind(stripe.customers)
    const spy = vi.spyOn(stripe.customers, 'update').mockImplementationOnce(async (...call) => {
      // Another change is made and sent by another server before this call arrives.
      await change(person, `email = 'newest-${person.id}@example.test'`)
      spy.mockRestore()
      await syncCustomerDetails(sync)
      return update(...call)
    })
    await change(person, `email = 'older-${person.id}@example.test'`)
    await syncCustomerDetails(sync)
    expect((await readCustomer(id))?.email).toBe(`newest-${person.id}@example.test`)
    expect((await sentOf(id)).email).toBe(`newest-${person.id}@example.test`)
  })

  test('updates the other customers and fails with a message if Stripe refuses the email of one customer', async () => {
    const refused = await createSubscriber()
    const person = await createSubscriber()
    await change(refused, `email = 'no address ${refused.id}'`)
    await change(person, `email = 'fine-${person.id}@example.test'`)
    await expect(syncCustomerDetails(sync)).rejects.toThrow('Some customers could not be changed at Stripe.')
    expect((await readCustomer(await customerOf(person)))?.email).toBe(`fine-${person.id}@example.test`)
    await change(refused, `email = 'mended-${refused.id}@example.test'`)
    await syncCustomerDetails(sync)
  })

  test('marks a customer who was deleted in the Dashboard, and the next purchase creates a new customer', async () => {
    const person = await createSubscriber()
    const id = await customerOf(person)
    await sandbox.control(`/customers/${id}`, undefined, 'DELETE')
    await change(person, `email = 'gone-${person.id}@example.test'`)
    await syncCustomerDetails(sync)
    expect((await sentOf(id)).deleted_at).not.toBeNull()
    await webhooksProcessed()
    expect((await checkout(person)).status).toBe(200)
    expect((await readCustomer(await customerOf(person)))?.email).toBe(`gone-${person.id}@example.test`)
  })
})

describe('a deleted account', () => {
  test('has its Stripe customer deleted, even after a crash, while the invoices stay', async () => {
    const person = await createSubscriber()
    const id = await customerOf(person)
    const [invoice] = await invoicesOf(person)
    await removeAccount(person)
    expect(await sentOf(id)).toEqual({ email: null, name: null, language: null, deleted_at: null })
    const outage = { method: 'DELETE', path: `/v1/customers/${id}` }
    await sandbox.control('/outages', { ...outage, times: 3 })
    await expect(syncCustomerDetails(sync)).rejects.toThrow('An unknown error occurred.')
    expect((await sentOf(id)).deleted_at).toBeNull()
    await sandbox.control('/outages', { ...outage, when: 'after' })
    await syncCustomerDetails(sync)
    expect(await readCustomer(id)).toBeNull()
    expect((await sentOf(id)).deleted_at).not.toBeNull()
    const { data } = await stripe.invoices.list({ customer: id })
    expect(data.map((one) => one.id)).toEqual([invoice?.id])
    await webhooksProcessed()
    const { rows } = await sql.query(
      `SELECT payment.status, (SELECT array_agg(status) FROM subscription WHERE customer_id = $1) AS subscriptions
         FROM payment WHERE customer_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ status: 'paid', subscriptions: ['canceled'] }])
  })

  test('keeps its Stripe customer until a processing bank debit has been refunded', async () => {
    const person = await createPerson()
    await payAt((await checkout(person)).body.checkout_url, cards.bankDebit)
    await webhooksProcessed()
    const id = await customerOf(person)
    await removeAccount(person)
    await syncCustomerDetails(sync)
    expect(await readCustomer(id)).not.toBeNull()
    await sandbox.advance('10d')
    await webhooksProcessed()
    await syncCustomerDetails(sync)
    expect(await readCustomer(id)).toBeNull()
    const { rows } = await sql.query('SELECT status, amount_refunded FROM payment WHERE customer_id = $1', [id])
    expect(rows).toEqual([{ status: 'refunded', amount_refunded: 999 }])
  })

  test('keeps its Stripe customer while a bank debit is processing, even before its webhook arrives', async () => {
    const person = await createPerson()
    const { checkout_url } = (await checkout(person)).body
    const id = await customerOf(person)
    await sql.query('DELETE FROM "user" WHERE id = $1', [person.id])
    await holdWebhooks()
    await payAt(checkout_url, cards.bankDebit)
    await syncCustomerDetails(sync)
    expect(await readCustomer(id)).not.toBeNull()
    await sandbox.control('/deliveries/release')
    await webhooksProcessed()
  })

  test('has a checkout that is paid later refunded before the Stripe customer is deleted', async () => {
    const person = await createPerson()
    const { checkout_url } = (await checkout(person)).body
    const id = await customerOf(person)
    await sql.query('DELETE FROM "user" WHERE id = $1', [person.id])
    await holdWebhooks()
    await payAt(checkout_url)
    await syncCustomerDetails(sync)
    expect(await readCustomer(id)).toBeNull()
    await sandbox.control('/deliveries/release')
    await webhooksProcessed()
    const { data } = await stripe.subscriptions.list({ customer: id, status: 'all' })
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
    const { rows } = await sql.query('SELECT status FROM payment WHERE customer_id = $1', [id])
    expect(rows).toEqual([{ status: 'refunded' }])
  })
})

const ledgerOf = async (id: string) => {
  const { rows } = await sql.query(
    `SELECT kind, amount FROM ledger_entry WHERE customer_id = $1 AND kind LIKE 'payment%' ORDER BY id`,
    [id],
  )
  return rows
}

describe('a customer who was deleted in the Dashboard', () => {
  test('has unread renewals stored once in payments and ledger', async () => {
    const person = await createSubscriber()
    const id = await customerOf(person)
    await holdWebhooks()
    await sandbox.advance('32d')
    await sandbox.control(`/customers/${id}`, undefined, 'DELETE')
    await reconcile(sync)
    await sandbox.control('/deliveries/release', { order: 'reverse' })
    await expectConsistent(person, 0)
    expect((await reconcile(sync)).changed).toBe(0)
    const paid = { kind: 'payment_paid', amount: 999 }
    expect(await ledgerOf(id)).toEqual([paid, paid])
  })

  test('has unread purchases of this customer and of the next customer stored once', async () => {
    const person = await createPerson()
    const { checkout_url } = (await checkout(person)).body
    const former = await customerOf(person)
    await holdWebhooks()
    await payAt(checkout_url)
    await sandbox.control(`/customers/${former}`, undefined, 'DELETE')
    const again = await checkout(person)
    await payAt(again.body.checkout_url)
    await sandbox.control('/deliveries/release', { order: 'reverse' })
    await expectConsistent(person, 1, [former])
    await reconcile(sync)
    await expectConsistent(person, 1, [former])
    const entries = [...(await ledgerOf(former)), ...(await ledgerOf(await customerOf(person)))]
    expect(entries.map(({ kind }) => kind)).toEqual(['payment_paid', 'payment_paid'])
    expect((await ask(paths.api.subscriptionStatus, person)).status).toBe(200)
  })
})
