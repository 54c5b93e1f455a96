import type { Locale } from '#shared/locale.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { describe, expect, test } from 'vitest'
import { resolveRefund } from '#server/subscription/refunds/refund-resolution.ts'
import { syncCustomer } from '#server/subscription/sync-customer.ts'
import { sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { mailsTo } from '../../support/mail.ts'
import { cards, postForm } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  accessOf,
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  intentOf,
  invoicesOf,
  mailsOf,
  openShop,
  payAt,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  statusOf,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const admin = await createPerson({ role: 'admin', email_confirmed_at: new Date() })
const refund = (person: Person, locale?: Locale) => ask(paymentPaths.refund, person, {}, locale)
const paidIntent = async (person: Person) => intentOf((await paymentsOf(person))[0]?.id ?? '')

async function dispute(person: Person, kind = 'dispute'): Promise<string> {
  const payment_intent = await paidIntent(person)
  const { id } = await sandbox.control<{ id: string }>('/disputes', { payment_intent, kind })
  return id
}
const close = (id: string, status: 'won' | 'lost' | 'warning_closed') =>
  sandbox.control(`/disputes/${id}/close`, { status })

const closedDispute = {
  code: 'dispute_closed',
  detail: 'The dispute with your bank about this payment is closed, so it cannot be refunded here.',
}

describe('a dispute', () => {
  test('keeps access while it is open and when it is won', async () => {
    const person = await createSubscriber()
    const former = await accessOf(person)
    const id = await dispute(person)
    await expectConsistent(person, 1)
    expect(await refund(person)).toMatchObject({
      status: 409,
      body: { code: 'disputed', detail: 'Your bank is looking into this payment, so it cannot be refunded here.' },
    })
    await close(id, 'won')
    await expectConsistent(person, 1)
    expect(await accessOf(person)).toEqual(former)
    expect(await refund(person)).toMatchObject({ status: 409, body: closedDispute })
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['paid'])
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test('that is lost ends access and subscription, and the plan can be bought again', async () => {
    const person = await createSubscriber()
    await close(await dispute(person), 'lost')
    await expectConsistent(person, 0)
    expect((await subscriptionOf(person)).status).toBe('canceled')
    expect(await mailsOf(person)).toEqual(['started', 'ended'])
    expect(await statusOf(person)).toBeNull()
    await payAt((await checkout(person)).body.checkout_url)
    await expectConsistent(person, 1)
  })

  test('that is lost without a webhook is found by the next event', async () => {
    const person = await createSubscriber()
    await holdWebhooks()
    await close(await dispute(person), 'lost')
    const { data } = await stripe.events.list({ type: 'charge.updated', limit: 1 })
    await sandbox.control('/deliveries/release', { events: [data[0]?.id] })
    await sandbox.control('/deliveries/release', { order: 'reverse' })
    await expectConsistent(person, 0)
    expect(await mailsOf(person)).toEqual(['started', 'ended'])
  })

  test('that is lost for an earlier payment changes nothing', async () => {
    const person = await createSubscriber()
    const id = await dispute(person)
    await sandbox.advance('32d')
    await expectConsistent(person, 1)
    await close(id, 'lost')
    await expectConsistent(person, 1)
    expect((await subscriptionOf(person)).status).toBe('active')
  })

  test('that is opened at the moment of payment keeps access until it is lost', async () => {
    const person = await createSubscriber('month', cards.disputes)
    await expectConsistent(person, 1)
    const { data } = await stripe.disputes.list({ payment_intent: await paidIntent(person) })
    expect(data).toHaveLength(1)
    await close(data[0]?.id ?? '', 'lost')
    await webhooksProcessed()
    await expectConsistent(person, 0)
  })

  test('that is lost for the payment of a switch ends the new plan', async () => {
    const person = await createSubscriber()
    await checkout(person, 'year')
    await expectConsistent(person, 1)
    await close(await dispute(person), 'lost')
    await expectConsistent(person, 0)
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })
})

const storedOf = async (person: Person) => {
  const { rows } = await sql.query('SELECT * FROM payment WHERE id = $1', [(await paymentsOf(person))[0]?.id])
  return rows[0]
}
/** Mails to the admin about the person's latest payment, queued or sent. */
async function operatorMailsOf(person: Person) {
  const { rows } = await sql.query(
    `SELECT data FROM pgboss.job WHERE name = 'operator_mail' AND data->>'payment_id' = $1 AND data->>'admin_id' = $2
      ORDER BY created_on`,
    [(await paymentsOf(person))[0]?.id, String(admin.id)],
  )
  return rows.map(({ data }) => data)
}

describe('an inquiry of a bank', () => {
  test('keeps access, allows a refund, and is mailed to the admins with the deadline for evidence', async () => {
    const person = await createSubscriber()
    const id = await dispute(person, 'inquiry')
    await expectConsistent(person, 1)
    const { evidence_details } = await stripe.disputes.retrieve(id)
    const due_at = new Date((evidence_details.due_by ?? 0) * 1_000)
    expect(await operatorMailsOf(person)).toMatchObject([{ kind: 'inquiry', due_at: due_at.toISOString() }])
    expect((await storedOf(person)).dispute_due_at).toEqual(due_at)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid', dispute: 'open' }])
    await close(id, 'warning_closed')
    await expectConsistent(person, 1)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid', dispute: null }])
    expect((await refund(person)).status).toBe(204)
    await expectConsistent(person, 0)
  })

  test('that becomes a dispute is mailed as a dispute, and a refund returns 409', async () => {
    const person = await createSubscriber()
    const id = await dispute(person, 'inquiry')
    await webhooksProcessed()
    await sandbox.control(`/disputes/${id}/escalate`)
    await expectConsistent(person, 1)
    expect((await operatorMailsOf(person)).map(({ kind }) => kind)).toEqual(['inquiry', 'dispute'])
    expect((await refund(person)).body.code).toBe('disputed')
    await close(id, 'lost')
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ dispute: 'lost' }])
    expect(await refund(person)).toMatchObject({ status: 409, body: closedDispute })
    expect((await refund(person, 'es')).body.detail).toContain('La disputa con tu banco por este pago está cerrada')
  })
})

test('a dispute with the status prevented ends access and subscription', async () => {
  const person = await createSubscriber()
  await dispute(person, 'prevented')
  await expectConsistent(person, 0)
  expect((await subscriptionOf(person)).status).toBe('canceled')
  expect(await storedOf(person)).toMatchObject({ amount_charged_back: 999, dispute_due_at: null })
  expect((await operatorMailsOf(person)).map(({ kind }) => kind)).toEqual(['prevented'])
})

test('an early fraud warning is stored at the payment and mailed to the admins once', async () => {
  const person = await createSubscriber()
  await sandbox.control('/early-fraud-warnings', { payment_intent: await paidIntent(person) })
  await expectConsistent(person, 1)
  expect((await storedOf(person)).fraud_warning).toBe('made_with_stolen_card')
  await sandbox.control('/early-fraud-warnings', { payment_intent: await paidIntent(person) })
  await webhooksProcessed()
  expect(await operatorMailsOf(person)).toMatchObject([{ kind: 'fraud_warning', reason: 'made with stolen card' }])
  await until(() => mailsTo(admin.email).some(({ subject }) => subject.startsWith('An early fraud warning')))
})

test("a dispute with an unknown status keeps the subscription, and Stripe's refusal of a refund is stored", async () => {
  const person = await createSubscriber()
  await holdWebhooks()
  const id = await dispute(person)
  await sandbox.control(`/objects/${id}`, { changes: { status: 'pondering' } })
  expect(await refund(person)).toMatchObject({ status: 409, body: { code: 'refund_refused' } })
  await sandbox.control('/deliveries/release')
  await expectConsistent(person, 1)
  expect((await storedOf(person)).refund_refusal).toBe('charge_disputed')
})

test('the mail about a dispute names the amount that is not refunded yet', async () => {
  const person = await createSubscriber()
  await stripe.refunds.create({ payment_intent: await paidIntent(person), amount: 400 })
  await webhooksProcessed()
  await dispute(person)
  await webhooksProcessed()
  expect(await operatorMailsOf(person)).toMatchObject([{ kind: 'dispute', amount: 599 }])
})

test('a fraud warning that arrives before its payment is applied when the payment is stored', async () => {
  const person = await createPerson()
  const { checkout_url } = (await checkout(person)).body
  await holdWebhooks()
  await payAt(checkout_url)
  const { id } = await subscriptionOf(person)
  await sandbox.control(`/objects/${id}`, { changes: { status: 'daydreaming' } })
  const [invoice] = await invoicesOf(person)
  await sandbox.control('/early-fraud-warnings', { payment_intent: await intentOf(invoice?.id ?? '') })
  await sandbox.control('/deliveries/release')
  await webhooksProcessed()
  expect(await paymentsOf(person)).toEqual([])
  await sandbox.control(`/objects/${id}`, { changes: { status: 'active' }, event: 'customer.subscription.updated' })
  await expectConsistent(person, 1)
  expect((await storedOf(person)).fraud_warning).toBe('made_with_stolen_card')
  expect(await operatorMailsOf(person)).toMatchObject([{ kind: 'fraud_warning' }])
})

/** Pays a failed renewal by its link with a card that opens a dispute. */
async function payLate(): Promise<{ person: Person; payment: string; dispute_id: string }> {
  const person = await createSubscriber('month', cards.failsLater)
  await sandbox.advance('32d')
  await webhooksProcessed()
  const [renewal] = await invoicesOf(person)
  await stripe.subscriptions.cancel((await subscriptionOf(person)).id)
  await webhooksProcessed()
  const address = renewal?.hosted_invoice_url ?? ''
  expect((await postForm(address, { action: 'pay', card_number: cards.disputes })).status).toBe(303)
  await webhooksProcessed()
  const payment_intent = await intentOf(renewal?.id ?? '')
  const { data } = await stripe.disputes.list({ payment_intent })
  return { person, payment: renewal?.id ?? '', dispute_id: data[0]?.id ?? '' }
}
const refundsOf = async (payment: string) =>
  (await stripe.refunds.list({ payment_intent: await intentOf(payment) })).data

describe('a disputed payment of an ended subscription', () => {
  test('is refunded once the dispute is won', async () => {
    const { person, payment, dispute_id } = await payLate()
    expect(await refundsOf(payment)).toEqual([])
    await sandbox.control(`/objects/${dispute_id}`, { changes: { is_charge_refundable: true } })
    await close(dispute_id, 'won')
    await expectConsistent(person, 0)
    expect(await refundsOf(payment)).toMatchObject([{ amount: 999, status: 'succeeded' }])
    expect(await storedOf(person)).toMatchObject({ id: payment, status: 'refunded', refund_refusal: null })
  })

  test('is mailed to the admins once if Stripe refuses the refund because of the dispute', async () => {
    const { person, payment, dispute_id } = await payLate()
    await close(dispute_id, 'won')
    await expectConsistent(person, 0)
    expect(await refundsOf(payment)).toEqual([])
    expect((await storedOf(person)).refund_refusal).toBe('charge_disputed')
    const kinds = async () => (await operatorMailsOf(person)).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['dispute', 'refund_refused'])
    await resolveRefund(sync, { payment_id: payment, reason: 'By bank transfer', editor: { id: admin.id } })
    await sandbox.control(`/objects/${payment}`, { changes: {}, event: 'invoice.updated' })
    await expectConsistent(person, 0)
    expect(await storedOf(person)).toMatchObject({ refund_refusal: null, amount_refund_resolved: 999 })
    expect(await kinds()).toEqual(['dispute', 'refund_refused'])
  })
})

const unknownOf = async (person: Person) => {
  const { rows } = await sql.query('SELECT object_id, status FROM unknown_status WHERE customer_id = $1', [
    await customerOf(person),
  ])
  return rows
}
const ledgerOf = async (person: Person) => {
  const { rows } = await sql.query('SELECT kind FROM ledger_entry WHERE customer_id = $1 ORDER BY id', [
    await customerOf(person),
  ])
  return rows.map(({ kind }) => kind)
}

describe('an unknown Stripe status', () => {
  test('of a refund is stored in unknown_status, and leaves payment, ledger and access unchanged', async () => {
    const person = await createSubscriber()
    const payment_intent = await paidIntent(person)
    const { id } = await sandbox.control<{ id: string }>('/refunds', { payment_intent })
    await expectConsistent(person, 0)
    const before = [await storedOf(person), await ledgerOf(person), await mailsOf(person)]
    await sandbox.control(`/objects/${id}`, { changes: { status: 'reconsidered' }, event: 'refund.updated' })
    await expectConsistent(person, 0)
    expect([await storedOf(person), await ledgerOf(person), await mailsOf(person)]).toEqual(before)
    expect(await unknownOf(person)).toEqual([{ object_id: id, status: 'reconsidered' }])
    await sandbox.control(`/objects/${id}`, { changes: { status: 'succeeded' }, event: 'refund.updated' })
    await expectConsistent(person, 0)
    expect(await unknownOf(person)).toEqual([])
  })

  test.each(['intent', 'invoice payment'])('of the %s leaves a paid payment unchanged', async (kind) => {
    const person = await createSubscriber()
    const invoice = (await paymentsOf(person))[0]?.id ?? ''
    const { data } = await stripe.invoicePayments.list({ invoice })
    const id = kind === 'intent' ? await intentOf(invoice) : (data[0]?.id ?? '')
    const before = [await storedOf(person), await ledgerOf(person), await accessOf(person)]
    await sandbox.control(`/objects/${id}`, { changes: { status: 'reconsidered' } })
    await syncCustomer(sync, await customerOf(person))
    expect([await storedOf(person), await ledgerOf(person), await accessOf(person)]).toEqual(before)
    expect(await unknownOf(person)).toEqual([{ object_id: id, status: 'reconsidered' }])
  })

  test('of a dispute leaves payment and ledger unchanged until a known status follows', async () => {
    const person = await createSubscriber()
    const id = await dispute(person)
    await expectConsistent(person, 1)
    const before = [await storedOf(person), await ledgerOf(person)]
    await sandbox.control(`/objects/${id}`, { changes: { status: 'pondered' }, event: 'charge.dispute.updated' })
    await expectConsistent(person, 1)
    expect([await storedOf(person), await ledgerOf(person)]).toEqual(before)
    expect(await unknownOf(person)).toEqual([{ object_id: id, status: 'pondered' }])
    await sandbox.control(`/objects/${id}`, { changes: { status: 'lost' }, event: 'charge.dispute.closed' })
    await expectConsistent(person, 0)
    expect(await unknownOf(person)).toEqual([])
  })
})
