import { describe, expect, onTestFinished, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import { isoDayOf, daysBefore, rollUpFigures } from '../../../server/admin/figures.ts'
import { MemberActivity } from '../../../server/telemetry/request-observer.ts'
import { FailedSearches, loggedSearchTextOf } from '../../../server/library/failed-searches.ts'
import { readSubscriptionFigures } from '../../../server/subscription/payments/ledger-figures.ts'
import { promptCountIn } from '../../../server/subscription/prices/advertised-counts.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, sql, url } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { avoidMidnight } from '../../support/browser/day.ts'
import { createThread } from '../../support/forum.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()
await avoidMidnight()

const as = await createPerson({ role: 'admin' })
const ago = (days: number) => daysBefore(new Date(), days)
type Series = { name: string; key: string; values: { day: string; value: number }[] }
async function read(days: number, locale: 'en' | 'es' = 'en') {
  const { body, status } = await get(adminPaths.api.overview({ days }), { as, locale })
  expect(status).toBe(200)
  const valuesOf = (name: string, key = '') =>
    Object.fromEntries(
      ((body.series as Series[]).find((one) => one.name === name && one.key === key)?.values ?? []).map(
        ({ day, value }) => [day, value],
      ),
    )
  return { body, valuesOf }
}

const setZone = async (zone: string) => {
  await sql.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone TO '${zone}'`)
  // Open connections keep their time zone.
  await sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle'`,
  )
  await until(() =>
    rollUpFigures().then(
      () => true,
      () => false,
    ),
  )
}

describe('GET /api/admin/overview/', () => {
  test('computes the figures at the first request, and returns the time of their computation', async () => {
    const { body, valuesOf } = await read(7)
    expect(body.as_of).toEqual(expect.any(String))
    expect(Object.keys(valuesOf('sign_ups'))).toEqual([6, 5, 4, 3, 2, 1, 0].map((days) => isoDayOf(ago(days))))
    // The reading admin is active too, which is stored a second later.
    await until(async () => (await db.memberDay.count({ where: { user_id: as.id } })) > 0)
  })

  test('counts each sign-up and active member once after repeated roll-ups, with rows stored late', async () => {
    await createPerson({ created_at: ago(3) })
    await createPerson({ created_at: new Date(ago(2).getTime() - 1) })
    const [one, other] = [await createPerson(), await createPerson()]
    await db.memberDay.createMany({
      data: [
        { user_id: one.id, day: ago(1) },
        { user_id: other.id, day: ago(1) },
        { user_id: one.id, day: ago(40) },
        { user_id: other.id, day: ago(200) },
      ],
    })
    // The first run of a day counts late rows.
    await rollUpFigures({ now: new Date(Date.now() + 86_400_000) })
    await db.periodFigure.deleteMany({ where: { name: 'ledger' } })
    await Promise.all([rollUpFigures(), rollUpFigures(), rollUpFigures(), rollUpFigures()])
    // Counted before the reading admin becomes active too.
    const active = await db.memberDay.groupBy({ by: ['user_id'], where: { day: { gte: ago(89) } } })
    const { body, valuesOf } = await read(90)
    const rows = await db.user.findMany({ select: { created_at: true } })
    const signUps = valuesOf('sign_ups')
    expect(signUps[isoDayOf(ago(3))]).toBe(2)
    expect(Object.values(signUps).reduce((sum, value) => sum + value)).toBe(rows.length)
    expect(body.totals.sign_ups).toBe(rows.length)
    expect(valuesOf('active_members')).toMatchObject({ [isoDayOf(ago(1))]: 2, [isoDayOf(ago(40))]: 1 })
    expect(body.totals.active_members).toBe(active.length)
    // Rows about people are removed; their sums stay.
    expect(await db.memberDay.count({ where: { day: { lte: ago(92) } } })).toBe(0)
  })

  test('counts by UTC days in any database time zone', async () => {
    await rollUpFigures()
    const before = (await read(7)).valuesOf('sign_ups')[isoDayOf(ago(1))] ?? 0
    await createPerson({ created_at: new Date(ago(1).getTime() + 60_000) })
    onTestFinished(() => setZone('UTC'))
    await setZone('America/Los_Angeles')
    expect((await read(7)).valuesOf('sign_ups')[isoDayOf(ago(1))]).toBe(before + 1)
  })

  test("lists the top categories, prompts and searches without result, in the reader's language", async () => {
    const category = await createCategory({ es: { name: 'Escribir', description: '' } })
    const [often, seldom] = [await createPrompt({ es: { title: 'Muchas veces' } }), await createPrompt()]
    await db.categoryClicks.create({ data: { category_id: category.id, day: ago(1), count: 5 } })
    await db.promptCopies.createMany({
      data: [
        { prompt_id: often.id, day: ago(1), count: 4 },
        { prompt_id: often.id, day: ago(20), count: 3 },
        { prompt_id: seldom.id, day: ago(0), count: 5 },
      ],
    })
    const failed = new FailedSearches()
    for (const typed of ['  Quokka\tSOUP ', 'quokka soup', 'me@mail.test', 'call +49 170 1234567']) failed.add(typed)
    await failed.flush()
    await failed.flush()
    await db.periodFigure.deleteMany()
    await rollUpFigures()
    const week = (await read(7, 'es')).body
    expect(week.top.categories).toEqual([{ slug: category.slug, title: 'Escribir', count: 5 }])
    expect(week.top.prompts.map(({ slug, count }: { slug: string; count: number }) => [slug, count])).toEqual([
      [seldom.slug, 5],
      [often.slug, 4],
    ])
    expect(week.top.searches).toEqual([{ text: 'quokka soup', count: 2 }])
    expect(week.totals.searches_without_result).toBe(4)
    expect((await read(30)).body.top.prompts[0]).toMatchObject({ slug: often.slug, count: 7 })
    expect(await db.failedSearch.count({ where: { text: { contains: '@' } } })).toBe(0)
  })

  test('returns subscription figures equal to the ledger and the command line, with late entries', async () => {
    const entry = { customer_id: 'cus_1', subscription_id: 'sub_1', billing_period: 'month', currency: 'USD' } as const
    await db.ledgerEntry.createMany({
      data: [
        { ...entry, kind: 'subscription_started', amount: 999, at: new Date(ago(5).getTime() + 3_600_000) },
        { ...entry, kind: 'payment_failed', payment_id: 'in_1', amount: 999, at: ago(1) },
      ],
    })
    await rollUpFigures()
    const late = { ...entry, subscription_id: 'sub_2', customer_id: 'cus_2', billing_period: 'year' } as const
    await db.ledgerEntry.createMany({
      data: [
        { ...late, kind: 'subscription_started', amount: 12_000, at: ago(20) },
        { ...late, kind: 'subscription_ended', amount: 12_000, at: ago(2) },
      ],
    })
    await db.periodFigure.deleteMany({ where: { name: 'subscriptions' } })
    await rollUpFigures()
    const { body, valuesOf } = await read(7)
    const figures = await readSubscriptionFigures({ from: ago(6) })
    expect(body.totals).toMatchObject({
      subscribers: figures.active_subscribers.at_end,
      churned_subscribers: figures.churned_subscribers,
      churn_rate: 0.5,
      failed_payments: 1,
      monthly_recurring_revenue: [{ currency: 'USD', amount: 9.99 }],
    })
    expect(valuesOf('subscribers')).toMatchObject({
      [isoDayOf(ago(6))]: 1,
      [isoDayOf(ago(5))]: 2,
      [isoDayOf(ago(0))]: 1,
    })
    expect(valuesOf('monthly_recurring_revenue', 'USD')).toMatchObject({
      [isoDayOf(ago(6))]: 10,
      [isoDayOf(ago(3))]: 19.99,
      [isoDayOf(ago(0))]: 9.99,
    })
    expect(valuesOf('failed_payments')[isoDayOf(ago(1))]).toBe(1)
  })

  test('counts a subscriber who starts, then ends now or in the future, as new and as churned', async () => {
    const { totals } = (await read(30)).body
    const entry = { billing_period: 'month', currency: 'USD', amount: 999 } as const
    const ofCustomer = (name: string, started: Date, ended: Date) => [
      { ...entry, customer_id: name, subscription_id: name, kind: 'subscription_started', at: started },
      { ...entry, customer_id: name, subscription_id: name, kind: 'subscription_ended', at: ended },
    ]
    const noon = new Date(ago(1).getTime() + 43_200_000)
    await db.ledgerEntry.createMany({
      data: [...ofCustomer('refunded', noon, noon), ...ofCustomer('left', noon, daysBefore(new Date(), -31))],
    })
    await db.periodFigure.deleteMany({ where: { name: 'subscriptions' } })
    await rollUpFigures()
    const after = (await read(30)).body.totals
    expect(after).toMatchObject({
      new_subscribers: totals.new_subscribers + 2,
      churned_subscribers: totals.churned_subscribers + 2,
      net_subscribers: totals.net_subscribers,
    })
    expect(after.churn_rate).toBeGreaterThan(totals.churn_rate)
  })

  test('keeps the number of active members of a past day after an active member deletes the account', async () => {
    const gone = await createPerson()
    await db.memberDay.create({ data: { user_id: gone.id, day: ago(1) } })
    await rollUpFigures()
    const activeOn = async () => (await read(7)).valuesOf('active_members')[isoDayOf(ago(1))]
    const before = await activeOn()
    await db.user.delete({ where: { id: gone.id } })
    await rollUpFigures()
    expect(await activeOn()).toBe(before)
    expect((await read(7)).body.totals.active_members).toBeGreaterThanOrEqual(before ?? 0)
  })

  test("counts the queues, and compares the number of prompts in each plan's text with the library", async () => {
    await createThread({ status: 'pending' })
    await addStarterPlans()
    for (const [slug, description] of [
      ['free', 'About 10,000 prompts'],
      ['premium', 'Over 1,000,000 prompts'],
    ])
      await db.planText.updateMany({ where: { plan: { slug: slug ?? '' } }, data: { description: description ?? '' } })
    const useCase = await createUseCase({ tier: 1 })
    await createPrompt({ use_case: useCase })
    await db.periodFigure.deleteMany({ where: { name: 'library' } })
    await rollUpFigures()
    const { body } = await read(30)
    expect(body.queues).toMatchObject({ threads: 1, comments: 0, reports: 0, webhooks: 0 })
    const all = await db.prompt.count()
    expect(body.promises).toEqual([
      { plan: 'Free', promised: 10_000, there: all - 1 },
      { plan: 'Premium', promised: 1_000_000, there: all },
    ])
  })

  test('is for admins only (403), and returns 400 for another period', async () => {
    expect((await get(adminPaths.api.overview(), { as: await createPerson({ role: 'moderator' }) })).status).toBe(403)
    expect((await get(adminPaths.api.overview({ days: 8 }), { as })).body).toHaveProperty('days')
  })
})

describe('an event counter', () => {
  test('counts a member once a day over two processes', async () => {
    const person = await createPerson()
    await get(paths.api.me, { as: person })
    const of = { where: { user_id: person.id } }
    await expect.poll(() => db.memberDay.count(of)).toBe(1)
    const others = [new MemberActivity(), new MemberActivity()]
    for (const other of others) other.note(person.id)
    for (const other of others) other.note(2_000_000_000)
    await Promise.all(others.map((other) => other.flush()))
    expect(await db.memberDay.findMany(of)).toEqual([{ user_id: person.id, day: ago(0) }])
  })

  test('counts a library search without result on its first page only', async () => {
    await get(paths.api.promptSearch({ q: 'Nothing Like This' }))
    await get(paths.api.promptSearch({ q: ' ' }))
    await expect
      .poll(() => db.failedSearch.findMany({ where: { text: 'nothing like this' } }))
      .toMatchObject([{ count: 1 }])
    expect(loggedSearchTextOf('x'.repeat(300))).toHaveLength(200)
    expect(loggedSearchTextOf('top 10 ideas for 2026')).toBe('top 10 ideas for 2026')
  })

  test('promptCountIn returns the highest number of prompts in a text', () => {
    for (const [text, promised] of [
      ['About 10,000 prompts\nMore than 40 niches', 10_000],
      ['Más de 1.000.000 de prompts', 1_000_000],
      ['500+ prompts, later 2 000 prompts', 2_000],
      ['Pipelines: prompts that build on one another\n14-day refund', null],
    ] as const)
      expect([text, promptCountIn(text)]).toEqual([text, promised])
  })
})
