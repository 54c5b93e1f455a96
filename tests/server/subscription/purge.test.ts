import { expect, test } from 'vitest'
import { db } from '../../../server/database/db.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { purgeFinishedRecords } from '../../../server/subscription/purge.ts'
import { openApp, sql } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const ids = async () => (await db.stripeEvent.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)

test('purgeFinishedRecords deletes processed events and checkouts older than 90 days, and keeps unprocessed events', async () => {
  await addStarterPlans()
  const [{ id: user_id }, { id: plan_id }] = [await createPerson(), await db.plan.findFirstOrThrow()]
  const event = { type: 'invoice.paid', object_id: 'in_1', customer_id: 'cus_1', created_at: daysAgo(200) }
  const old = Array.from({ length: 1_500 }, (_, at) => ({
    id: `evt_old_${at}`,
    received_at: daysAgo(91),
    processed_at: daysAgo(91),
  }))
  const retained = [
    { id: 'evt_recent', received_at: daysAgo(89), processed_at: daysAgo(89) },
    { id: 'evt_waiting', received_at: daysAgo(300), processed_at: null },
  ]
  await db.stripeEvent.createMany({ data: [...old, ...retained].map((one) => ({ ...event, ...one })) })
  const attempt = { user_id, plan_id, billing_period: 'month', price_id: 'price_1' } as const
  for (const days of [91, 89, 0])
    await db.checkout.create({ data: { ...attempt, expires_at: daysAgo(days), session_id: `cs_${days}` } })
  expect(await purgeFinishedRecords()).toEqual({ events: 1_500, checkouts: 1, notices: 0 })
  expect(await purgeFinishedRecords()).toEqual({ events: 0, checkouts: 0, notices: 0 })
  expect(await ids()).toEqual(['evt_recent', 'evt_waiting'])
  expect((await db.checkout.findMany({ orderBy: { session_id: 'asc' } })).map(({ session_id }) => session_id)).toEqual([
    'cs_0',
    'cs_89',
  ])
})

test('purgeFinishedRecords deletes price notices of replaced prices or ended subscriptions after 400 days', async () => {
  const { id: plan_id } = await db.plan.findFirstOrThrow()
  const customer = await db.customer.create({ data: { id: 'cus_told' } })
  const priced = { plan_id, billing_period: 'month', amount: 999, currency: 'USD' } as const
  const price = await db.stripePrice.create({ data: { id: 'price_told', ...priced } })
  const times = { current_period_start: daysAgo(10), current_period_end: daysAgo(-20), created_at: daysAgo(900) }
  const of = {
    customer_id: customer.id,
    plan_id,
    price_id: price.id,
    item_id: 'si_1',
    billing_period: 'month',
  } as const
  for (const [id, ends_at] of [
    ['sub_runs', null],
    ['sub_ended', daysAgo(450)],
  ] as const)
    await db.subscription.create({ data: { id, ...of, ...times, status: 'active', ends_at } })
  const change = (replaced_at: Date | null) =>
    db.priceChange.create({ data: { ...priced, starts_at: daysAgo(500), replaced_at } })
  const [replaced, current] = [await change(daysAgo(420)), await change(null)]
  const notice = (price_change_id: number, subscription_id: string, days: number) =>
    db.priceNotice.create({ data: { price_change_id, subscription_id, effective_from: daysAgo(days) } })
  await notice(replaced.id, 'sub_runs', 401)
  await notice(replaced.id, 'sub_ended', 399)
  await notice(current.id, 'sub_runs', 401)
  await notice(current.id, 'sub_ended', 401)
  expect((await purgeFinishedRecords()).notices).toBe(2)
  const left = await db.priceNotice.findMany({ orderBy: [{ price_change_id: 'asc' }] })
  expect(left.map(({ price_change_id, subscription_id }) => [price_change_id, subscription_id])).toEqual([
    [replaced.id, 'sub_ended'],
    [current.id, 'sub_runs'],
  ])
})

test('unprocessed events of a customer are read by an index-only scan', async () => {
  await sql.query('SET enable_seqscan = off; SET enable_indexscan = off; SET enable_bitmapscan = off')
  const { rows } = await sql.query(
    `EXPLAIN SELECT id FROM stripe_event WHERE customer_id = 'cus_1' AND processed_at IS NULL ORDER BY id LIMIT 1000`,
  )
  expect(JSON.stringify(rows)).toContain('Index Only Scan using stripe_event_waiting_idx')
})
