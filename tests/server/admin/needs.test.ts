import { describe, expect, test } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { get, sql } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'
import {
  createSubscriber,
  expectConsistent,
  intentOf,
  openShop,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  shop,
  subscriptionOf,
} from '../../support/billing/shop.ts'

await openShop()

const { api } = adminMoneyPaths
const admin = await createPerson({ role: 'admin' })
const read = async (path: string) => {
  const { status, body } = await get(path, { as: admin, of: shop })
  expect(status).toBe(200)
  return body
}
const idsOf = async (query: Record<string, string>) =>
  (await read(api.payments(query))).results.map(({ id }: { id: string }) => id)

const change = async (object: string, status: string) => {
  await sandbox.control(`/objects/${object}`, { changes: { status }, event: 'refund.updated' })
  await webhooksProcessed()
}

describe('a payment that needs an admin', () => {
  test('because of an unknown Stripe status is listed with the status until Stripe reports a known status', async () => {
    const person = await createSubscriber()
    const id = (await paymentsOf(person))[0]?.id ?? ''
    await createSubscriber()
    const refund = await sandbox.control<{ id: string }>('/refunds', {
      payment_intent: await intentOf(id),
      course: 'pending',
    })
    await expectConsistent(person, 1)
    const subscription = (await subscriptionOf(person)).id
    await change(refund.id, 'reconsidered')
    await change(subscription, 'daydreaming')
    const before = (await read(api.paymentsSummary)).unknown_statuses
    expect(before).toBeGreaterThanOrEqual(2)
    expect(await idsOf({ needs: 'status' })).toEqual([id])
    expect((await read(api.payment(id))).unknown_statuses).toEqual([
      { object_id: refund.id, status: 'reconsidered' },
      { object_id: subscription, status: 'daydreaming' },
    ])
    await change(refund.id, 'pending')
    await change(subscription, 'active')
    expect(await idsOf({ needs: 'status' })).toEqual([])
    expect((await read(api.paymentsSummary)).unknown_statuses).toBe(before - 2)
  })

  test('because its invoice was not finalized is found and counted', async () => {
    const person = await createSubscriber()
    const id = (await paymentsOf(person))[0]?.id ?? ''
    expect(await idsOf({ needs: 'invoice' })).toEqual([])
    await sql.query(`UPDATE payment SET finalization_error = 'taxes_calculation_failed' WHERE id = $1`, [id])
    expect(await idsOf({ needs: 'invoice' })).toEqual([id])
    expect(await read(api.paymentsSummary)).toMatchObject({ unfinalized_invoices: 1 })
    expect(await read(api.payment(id))).toMatchObject({ finalization_error: 'taxes_calculation_failed' })
  })
})
