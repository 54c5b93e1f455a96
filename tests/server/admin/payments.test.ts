import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { requestOrderedRefund, finishRefundOrders } from '#server/subscription/refunds/refund-orders.ts'
import { isoDayOf } from '../../../server/admin/figures.ts'
import { db } from '../../../server/database/db.ts'
import { get, post, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { cards } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import { refundStateOf, sendRefund } from '../../support/billing/refunding.ts'
import {
  createSubscriber,
  customerOf,
  expectConsistent,
  intentOf,
  openShop,
  paymentsOf,
  premium,
  sandbox,
  shop,
  stripe,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const { api } = adminMoneyPaths
const admin = await createPerson({ role: 'admin' })
const other = await createPerson({ role: 'admin' })
const read = (path: string, as = admin) => get(path, { as, of: shop })
async function idsIn(query: object): Promise<string[]> {
  const { status, body } = await read(api.payments({ ...query }))
  expect([status, body]).toEqual([200, expect.anything()])
  return body.results.map(({ id }: { id: string }) => id)
}
const paymentOf = async (person: Person) => (await paymentsOf(person))[0]?.id ?? ''
const tagOf = async (id: string) => String((await refundStateOf(admin, id)).headers.etag)
const refundsAt = async (payment_id: string) =>
  (await stripe.refunds.list({ payment_intent: await intentOf(payment_id) })).data
const auditOf = async (kind: string, target: string) =>
  (
    await sql.query(
      'SELECT actor_id, action, note, after FROM audit_entry WHERE kind = $1 AND target = $2 ORDER BY id',
      [kind, target],
    )
  ).rows

describe("the admin's payments", () => {
  test('are found by person, id, plan, status and day, in pages', async () => {
    const from = isoDayOf(new Date())
    const [one, two] = [await createSubscriber(), await createSubscriber('year')]
    const [first, second] = [await paymentOf(one), await paymentOf(two)]
    for (const q of [one.username.toUpperCase(), one.email, String(one.id), first, await customerOf(one)])
      expect(await idsIn({ q })).toEqual([first])
    expect(await idsIn({ q: 'nobody%' })).toEqual([])
    expect(await idsIn({ status: 'paid', plan: premium, q: two.email })).toEqual([second])
    expect(await idsIn({ status: 'failed' })).toEqual([])
    expect(await idsIn({ plan: 2_000_000_000 })).toEqual([])
    expect(await idsIn({ from, to: isoDayOf(new Date()), q: one.email })).toEqual([first])
    expect(await idsIn({ to: '2020-01-01' })).toEqual([])
    const page = (await read(api.payments({ limit: 1 }))).body
    const rest = (await read(page.next)).body
    expect([...page.results, ...rest.results].map(({ id }) => id)).toEqual([second, first])
    expect(page.results[0]).toMatchObject({ person: { id: two.id }, plan: { id: premium }, amount: 95.88 })
  })

  test('are shown with their ledger entries in decimals and the Stripe events of these entries', async () => {
    const person = await createSubscriber()
    const { body } = await read(api.payment(await paymentOf(person)))
    expect(body).toMatchObject({ person: { email: person.email }, amount: 9.99, dashboard: null, status: 'paid' })
    expect(body.ledger).toMatchObject([{ kind: 'payment_paid', amount: 9.99, currency: 'USD' }])
    expect(body.events.map(({ type }: { type: string }) => type)).toContain('invoice.paid')
    expect(body.events[0]).toMatchObject({ state: 'processed', failures: 0, next_at: null })
  })

  test('with a dispute are flagged and counted, and their refund returns 409', async () => {
    const person = await createSubscriber()
    const id = await paymentOf(person)
    const etag = await tagOf(id)
    await sandbox.control('/disputes', { payment_intent: await intentOf(id) })
    await expectConsistent(person, 1)
    expect(await idsIn({ dispute: 'open' })).toEqual([id])
    expect(await idsIn({ dispute: 'any' })).toEqual([id])
    expect((await read(api.paymentsSummary)).body).toEqual({
      payments: 'on',
      open_disputes: 1,
      refunds_due: 0,
      unfinalized_invoices: 0,
      unknown_statuses: 0,
      failed_events: 0,
    })
    const state = await refundStateOf(admin, id)
    expect(state.body).toMatchObject({ closed: 'disputed', refunds: [] })
    expect((await sendRefund(admin, id, etag, { amount: 1 })).status).toBe(412)
    expect((await sendRefund(admin, id, String(state.headers.etag), { amount: 1 })).body.code).toBe('disputed')
  })

  test('without Stripe are off in the summary, and a refund returns 503', async () => {
    const as = await createPerson({ role: 'admin' })
    expect((await get(api.paymentsSummary, { as })).body).toMatchObject({ payments: 'off' })
    expect((await get(api.refunds(await paymentOf(await createSubscriber())), { as })).status).toBe(503)
  })
})

describe('a refund by an admin', () => {
  test('refunds a part, then the rest and no more, with amount and reason in the audit log', async () => {
    const person = await createSubscriber()
    const id = await paymentOf(person)
    const first = await refundStateOf(admin, id)
    expect(first.body).toMatchObject({ left: 9.99, given: 0, closed: null, ends_access: true, refunds: [] })
    const send = (etag: string | undefined, body: object) => sendRefund(admin, id, etag, body)
    for (const amount of [0, -1, 10, 0.001, 1e300])
      expect((await send(String(first.headers.etag), { amount })).body).toHaveProperty('amount')
    expect((await send(String(first.headers.etag), { amount: 3.125 })).body.amount).toEqual([
      'Enter an amount from 0.01 to 9.99 USD in steps of 0.01.',
    ])
    expect((await send(String(first.headers.etag), { amount: 4, reason: ' ' })).body).toHaveProperty('reason')
    expect((await send(undefined, { amount: 4 })).status).toBe(428)
    const part = await send(String(first.headers.etag), { amount: 4, reason: 'Half the month' })
    expect(part).toMatchObject({
      status: 200,
      body: { left: 5.99, given: 4, refunds: [{ amount: 4, status: 'succeeded' }] },
    })
    await expectConsistent(person, 1)
    expect(await send(String(first.headers.etag), { amount: 4 })).toMatchObject({
      status: 412,
      body: { current: { left: 5.99 } },
    })
    expect((await send(String(part.headers.etag), { amount: 6 })).status).toBe(400)
    expect((await send(String(part.headers.etag), { amount: 5.99 })).body).toMatchObject({
      closed: 'nothing_left',
      left: 0,
    })
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'refunded', amount_refunded: 9.99 }])
    expect(await auditOf('payment', id)).toMatchObject([
      { actor_id: admin.id, action: 'refund_ordered', note: 'Half the month', after: { amount: 4, all: false } },
      { after: { amount: 5.99, all: true } },
    ])
  })

  test('is made once for repeated and simultaneous requests', async () => {
    const person = await createSubscriber()
    const id = await paymentOf(person)
    const etag = await tagOf(id)
    const body = { order_id: randomUUID(), amount: 3 }
    const sent = await Promise.all([
      sendRefund(admin, id, etag, body),
      sendRefund(admin, id, etag, body),
      sendRefund(other, id, etag, { amount: 3 }),
      sendRefund(other, id, etag, { amount: 3 }),
    ])
    expect(sent.filter(({ status }) => ![200, 409, 412].includes(status))).toEqual([])
    const again = await sendRefund(admin, id, etag, body)
    expect([200, 412]).toContain(again.status)
    expect(await refundsAt(id)).toMatchObject([{ amount: 300 }])
    const reused = await sendRefund(admin, id, etag, { ...body, amount: 2 })
    expect([409, 412]).toContain(reused.status)
    expect(await auditOf('payment', id)).toHaveLength(1)
  })

  test('sent to two servers at once is made by one server, and the other server returns 409', async () => {
    const id = await paymentOf(await createSubscriber())
    const body = { order_id: randomUUID(), amount: 3 }
    await sandbox.control('/outages', { path: '/v1/refunds', method: 'POST', mode: 'hold' })
    const first = sendRefund(admin, id, await tagOf(id), body)
    await until(async () => (await refundStateOf(admin, id)).body.orders.length === 1)
    const busy = { status: 409, body: { code: 'under_way' } }
    expect(await sendRefund(other, id, await tagOf(id), { amount: 3 })).toMatchObject(busy)
    expect(await sendRefund(other, id, await tagOf(id), body)).toMatchObject(busy)
    await sandbox.clearOutages()
    expect((await first).status).toBe(200)
    const otherOrder = { status: 409, body: { code: 'other_order' } }
    expect(await sendRefund(admin, id, await tagOf(id), { ...body, amount: 2 })).toMatchObject(otherOrder)
    const another = await paymentOf(await createSubscriber())
    expect(await sendRefund(admin, another, await tagOf(another), body)).toMatchObject(otherOrder)
    // The state after one server's lock expired while it waited for Stripe.
    const order = { id: randomUUID(), amount: 200 }
    await db.refundOrder.create({ data: { ...order, payment_id: id } })
    const payment = { id, payment_intent_id: await intentOf(id) }
    await Promise.all([requestOrderedRefund(stripe, payment, order), requestOrderedRefund(stripe, payment, order)])
    expect(await refundsAt(id)).toMatchObject([{ amount: 200 }, { amount: 300 }])
  })

  test('without a response from Stripe is completed once by a job, for the same refund order', async () => {
    const person = await createSubscriber()
    const id = await paymentOf(person)
    const etag = await tagOf(id)
    const body = { order_id: randomUUID(), amount: 2 }
    await sandbox.control('/outages', { path: '/v1/refunds', method: 'POST', status: 500, times: 6 })
    expect((await sendRefund(admin, id, etag, body)).status).toBe(503)
    expect((await refundStateOf(admin, id)).body).toMatchObject({
      left: 7.99,
      given: 0,
      orders: [{ amount: 2, failure: null }],
    })
    await finishRefundOrders(sync)
    expect(await refundsAt(id)).toEqual([])
    await finishRefundOrders(sync, Date.now() + 600_000)
    expect((await refundStateOf(admin, id)).body).toMatchObject({ left: 7.99, given: 2, orders: [] })
    expect((await sendRefund(admin, id, etag, body)).status).toBe(200)
    // The state after a crash before the refund's id was stored.
    await sql.query('UPDATE refund_order SET refund_id = NULL WHERE id = $1', [body.order_id])
    await finishRefundOrders(sync, Date.now() + 600_000)
    expect(await refundsAt(id)).toHaveLength(1)
    await expectConsistent(person, 1)
  })

  test('is shown as pending, and as failed when it fails', async () => {
    const person = await createSubscriber('month', cards.refundPending)
    const id = await paymentOf(person)
    const etag = await tagOf(id)
    const pending = await sendRefund(admin, id, etag, { amount: 9.99 })
    expect(pending.body).toMatchObject({ given: 9.99, closed: 'nothing_left', refunds: [{ status: 'pending' }] })
    await sandbox.control(`/refunds/${pending.body.refunds[0].id}/settle`, { status: 'failed' })
    await expectConsistent(person, 1)
    expect((await refundStateOf(admin, id)).body).toMatchObject({
      given: 0,
      left: 9.99,
      refunds: [{ status: 'failed' }],
    })
  })
})

const retry = (id: string, as = admin) => post(api.eventRetry(id), {}, { as, of: shop })
const eventIn = async (state: string, customer: string) => (await read(api.events({ state, customer }))).body.results

describe("the admin's Stripe events", () => {
  test('are listed with their state, and a failed event is retried once', async () => {
    const person = await createSubscriber()
    const customer = await customerOf(person)
    const page = (await read(api.events({ customer, limit: 1 }))).body
    expect(page.results[0]).toMatchObject({ customer_id: customer, person: { id: person.id }, state: 'processed' })
    expect((await read(page.next)).body.results[0].id).not.toBe(page.results[0].id)
    const { id } = page.results[0]
    expect(await retry(id)).toMatchObject({ status: 409, body: { code: 'processed' } })
    // The state after all retries of the job have failed.
    await sql.query('UPDATE stripe_event SET processed_at = NULL WHERE id = $1', [id])
    await sql.query(
      `INSERT INTO pgboss.job (name, data, state, retry_count, retry_limit, completed_on)
       VALUES ('stripe_event', $1, 'failed', 78, 78, now())`,
      [JSON.stringify({ event_id: id })],
    )
    expect(await eventIn('failed', customer)).toMatchObject([{ id, state: 'failed', failures: 78, next_at: null }])
    expect((await read(api.paymentsSummary)).body.failed_events).toBe(1)
    const both = await Promise.all([retry(id), retry(id, other)])
    expect(both.filter(({ status }) => status !== 204 && status !== 409)).toEqual([])
    await expectConsistent(person, 1)
    expect(await eventIn('failed', customer)).toEqual([])
    expect((await read(api.event(id))).body).toMatchObject({ id, state: 'processed', dashboard_url: null })
    expect(await auditOf('stripe_event', id)).toMatchObject([{ action: 'event_retried' }])
  })

  test('are retried once when two admins retry at the same time', async () => {
    const customer = await customerOf(await createSubscriber())
    const { id } = (await read(api.events({ customer, limit: 1 }))).body.results[0]
    await sql.query('UPDATE stripe_event SET processed_at = NULL WHERE id = $1', [id])
    await sql.query('BEGIN')
    await sql.query('SELECT FROM stripe_event WHERE id = $1 FOR UPDATE', [id])
    const waiting = retry(id)
    await until(async () => {
      const { rows } = await sql.query(`SELECT FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()`)
      return rows.length > 0
    })
    await sql.query(
      `INSERT INTO pgboss.job (name, data, state, retry_limit, start_after)
       VALUES ('stripe_event', $1, 'retry', 78, clock_timestamp())`,
      [JSON.stringify({ event_id: id })],
    )
    await sql.query('COMMIT')
    expect((await waiting).status).toBe(204)
    expect(await auditOf('stripe_event', id)).toEqual([])
  })

  test('without a job get a new job on retry, and are shown with their ledger entries', async () => {
    const person = await createSubscriber()
    const { rows } = await sql.query(
      'SELECT DISTINCT event_id FROM ledger_entry WHERE customer_id = $1 AND event_id IS NOT NULL',
      [await customerOf(person)],
    )
    const id = rows[0].event_id
    expect((await read(api.event(id))).body.ledger.map(({ kind }: { kind: string }) => kind)).toContain('payment_paid')
    await sql.query('UPDATE stripe_event SET processed_at = NULL WHERE id = $1', [id])
    await sql.query(`DELETE FROM pgboss.job WHERE data->>'event_id' = $1`, [id])
    expect((await read(api.event(id))).body).toMatchObject({ state: 'failed', failures: 0 })
    expect((await retry(id)).status).toBe(204)
    await expectConsistent(person, 1)
    expect((await read(api.event(id))).body.state).toBe('processed')
  })
})
