import { expect, test } from 'vitest'
import { db } from '../../server/db.ts'
import { addStarterPlans } from '../../server/subscription/plans.ts'
import { purgeFinished } from '../../server/subscription/purge.ts'
import { sql } from '../support/app.ts'
import { createPerson } from '../support/people.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const ids = async () => (await db.stripeEvent.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)

test('what was bought long ago leaves no events and no attempts behind, but what still waits', async () => {
  await addStarterPlans()
  const [{ id: user_id }, { id: plan_id }] = [await createPerson(), await db.plan.findFirstOrThrow()]
  const event = { type: 'invoice.paid', object_id: 'in_1', customer_id: 'cus_1', created_at: daysAgo(200) }
  const old = Array.from({ length: 1_500 }, (_, at) => ({
    id: `evt_old_${at}`,
    received_at: daysAgo(91),
    processed_at: daysAgo(91),
  }))
  const kept = [
    { id: 'evt_recent', received_at: daysAgo(89), processed_at: daysAgo(89) },
    { id: 'evt_waiting', received_at: daysAgo(300), processed_at: null },
  ]
  await db.stripeEvent.createMany({ data: [...old, ...kept].map((one) => ({ ...event, ...one })) })
  const attempt = { user_id, plan_id, billing_period: 'month', price_id: 'price_1' } as const
  for (const days of [91, 89, 0])
    await db.checkout.create({ data: { ...attempt, expires_at: daysAgo(days), session_id: `cs_${days}` } })
  expect(await purgeFinished()).toEqual({ events: 1_500, checkouts: 1 })
  expect(await purgeFinished()).toEqual({ events: 0, checkouts: 0 })
  expect(await ids()).toEqual(['evt_recent', 'evt_waiting'])
  expect((await db.checkout.findMany({ orderBy: { session_id: 'asc' } })).map(({ session_id }) => session_id)).toEqual([
    'cs_0',
    'cs_89',
  ])
})

test('what waits for a customer is found by an index of its own', async () => {
  await sql.query('SET enable_seqscan = off')
  const { rows } = await sql.query(
    `EXPLAIN SELECT id FROM stripe_event WHERE customer_id = 'cus_1' AND processed_at IS NULL ORDER BY id LIMIT 1000`,
  )
  expect(JSON.stringify(rows)).toContain('Index Only Scan using stripe_event_waiting_idx')
})
