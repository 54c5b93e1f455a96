import { describe, expect, test } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { isoDayOf, rollUpFigures } from '../../../server/admin/figures.ts'
import { membersCsv } from '../../../server/admin/members-csv.ts'
import { db } from '../../../server/database/db.ts'
import { csvBatchRows } from '../../../server/sql/csv-file.ts'
import { get, openApp } from '../../support/app.ts'
import { avoidMidnight } from '../../support/browser/day.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const as = await createPerson({ role: 'admin' })
const plan = await db.plan.create({ data: { slug: 'exported', position: 1, tier: 1, monthly_price: 999 } })

const cells = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? bare : quoted.replaceAll('""', '"'),
  )

/** Rows of a CSV file as records; cells must contain no line breaks. */
async function recordsOf(path: string, fileName: string) {
  const { status, text, headers } = await get(path, { as })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  })
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const [head = '', ...lines] = text.slice(1).trimEnd().split('\r\n')
  const columns = cells(head)
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [columns[index], cell])))
}
const latestEntry = () => db.auditEntry.findFirstOrThrow({ where: { kind: 'export' }, orderBy: { id: 'desc' } })

describe('GET /api/admin/members/export/', () => {
  test('returns the filtered members with their tier, without formulas', async () => {
    const until = new Date('2099-01-02T03:04:05.000Z')
    const person = await createPerson({ first_name: '=1+1', last_name: 'Ñúñez, "Bea"', language: 'es' })
    await db.access.createMany({
      data: [
        { user_id: person.id, source: 'granted', tier: 1 },
        { user_id: person.id, source: 'subscription', tier: 2, expires_at: until },
      ],
    })
    const lapsed = await createPerson({ blocked_at: new Date() })
    await db.access.create({
      data: { user_id: lapsed.id, source: 'subscription', tier: 2, expires_at: new Date(0) },
    })
    const all = await recordsOf(adminPaths.api.membersExport(), 'members.csv')
    expect(all.map(({ id }) => Number(id))).toEqual([lapsed.id, person.id, as.id])
    expect(all[1]).toEqual({
      id: String(person.id),
      username: person.username,
      email: person.email,
      first_name: "'=1+1",
      last_name: 'Ñúñez, "Bea"',
      language: 'es',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      email_confirmed_at: '',
      role: 'user',
      state: 'unconfirmed',
      tier: '2',
      tier_until: until.toISOString(),
    })
    expect(all[0]).toMatchObject({ tier: '0', tier_until: '', state: 'blocked' })
    const filtered = await recordsOf(adminPaths.api.membersExport({ tier: 2 }), 'members.csv')
    expect(filtered.map(({ id }) => Number(id))).toEqual([person.id])
    expect(await latestEntry()).toMatchObject({ actor_id: as.id, action: 'exported', target: 'members' })
    expect((await latestEntry()).after).toMatchObject({ tier: 2 })
  })

  test('leaves out the team account', async () => {
    const team = await createPerson({ is_team: true })
    const listed = await recordsOf(adminPaths.api.membersExport(), 'members.csv')
    expect(listed.map(({ id }) => id)).not.toContain(String(team.id))
    expect((await latestEntry()).after).toBeNull()
  })

  test('is read in batches, with each member once', async () => {
    await db.user.createMany({
      data: Array.from({ length: 2 * csvBatchRows }, (_, index) => ({
        username: `many-${index}`,
        email: `many-${index}@example.test`,
      })),
    })
    const parts: string[] = []
    for await (const part of membersCsv({ q: 'many' }, 'comma')) parts.push(part)
    expect(parts).toHaveLength(3)
    expect(new Set(parts.join('').match(/many-\d+@/g)).size).toBe(2 * csvBatchRows)
  })
})

describe('the export files of payments and ledger', () => {
  test('list the payments of a period with decimal amounts, and a deleted account without a name', async () => {
    const person = await createPerson()
    await db.customer.createMany({ data: [{ id: 'cus_here', user_id: person.id }, { id: 'cus_gone' }] })
    const paid = { currency: 'USD', status: 'paid', plan_id: plan.id, billing_period: 'month' } as const
    await db.payment.createMany({
      data: [
        {
          ...paid,
          id: 'in_1',
          customer_id: 'cus_here',
          amount: 1_299,
          amount_refunded: 100,
          created_at: new Date('2026-10-31T23:59:59Z'),
        },
        { ...paid, id: 'in_2', customer_id: 'cus_here', amount: 999, created_at: new Date('2026-11-01T00:00:00Z') },
        {
          ...paid,
          id: 'in_3',
          customer_id: 'cus_gone',
          currency: 'JPY',
          amount: 999,
          created_at: new Date('2026-11-30T23:59:59Z'),
        },
      ],
    })
    const all = await recordsOf(adminMoneyPaths.api.paymentsExport(), 'payments.csv')
    expect(all.map(({ id }) => id)).toEqual(['in_3', 'in_2', 'in_1'])
    expect(all[2]).toMatchObject({ amount: '12.99', amount_refunded: '1', username: person.username, plan: 'exported' })
    const november = { from: '2026-11-01', to: '2026-11-30' }
    const listed = await recordsOf(adminMoneyPaths.api.paymentsExport(november), 'payments.csv')
    expect(listed).toMatchObject([
      { id: 'in_3', amount: '999', currency: 'JPY', member_id: '', email: '' },
      { id: 'in_2', amount: '9.99', member_id: String(person.id), email: person.email },
    ])
    expect(await latestEntry()).toMatchObject({ target: 'payments', after: expect.objectContaining(november) })
  })

  test.each([
    ['payments', adminMoneyPaths.api.paymentsExport({ q: 'in_1' }), /;"USD";12,99;1;0;0;0;"paid";/],
    ['ledger', adminMoneyPaths.api.ledgerExport(), /^"?id"?;at;/],
    [
      'members',
      adminPaths.api.membersExport({ q: 'sheet' }),
      /^\d+;"sheet";"sheet@example\.test";"'=1\+1";"a;'=2\+2,'=3\+3";/m,
    ],
    ['figures', adminPaths.api.overviewExport({ days: 7 }), /^day;/],
    ['audit log', adminSitePaths.api.auditExport(), /^id;at;/],
  ])('with separator=semicolon have semicolons and decimal commas: %s', async (_name, path, expected) => {
    const person = { username: 'sheet', email: 'sheet@example.test', first_name: '=1+1', last_name: 'a;=2+2,=3+3' }
    await db.user.createMany({ data: [person], skipDuplicates: true })
    const of = (separator: string) => get(`${path}${path.includes('?') ? '&' : '?'}separator=${separator}`, { as })
    const { status, text } = await of('semicolon')
    expect(status).toBe(200)
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.slice(1)).toMatch(expected)
    expect((await of('comma')).text.slice(1)).toMatch(/^(?:id|day),/)
    expect(await of('tab')).toMatchObject({ status: 400, body: { separator: [expect.any(String)] } })
    expect((await latestEntry()).after ?? {}).not.toHaveProperty('separator')
  })

  test('list ledger entries in the order in which they were stored', async () => {
    const entry = { customer_id: 'cus_here', subscription_id: 'sub_1', plan_id: plan.id, currency: 'USD' } as const
    const at = new Date('2026-11-05T10:00:00Z')
    await db.ledgerEntry.createMany({
      data: [
        { ...entry, kind: 'subscription_started', amount: 999, at },
        { ...entry, kind: 'payment_refunded', amount: -350, at: new Date('2026-11-04T10:00:00Z') },
        { ...entry, kind: 'subscription_ended', at: new Date('2026-12-01T00:00:00Z') },
      ],
    })
    const rows = await recordsOf(
      adminMoneyPaths.api.ledgerExport({ from: '2026-11-01', to: '2026-11-30' }),
      'ledger.csv',
    )
    expect(rows).toMatchObject([
      { kind: 'subscription_started', amount: '9.99', at: at.toISOString(), plan: 'exported', event_id: '' },
      { kind: 'payment_refunded', amount: '-3.5' },
    ])
    expect(await latestEntry()).toMatchObject({ target: 'ledger' })
  })
})

describe('GET /api/admin/overview/export/', () => {
  test('returns one row per day, with a column per figure and currency', async () => {
    await avoidMidnight()
    await db.ledgerEntry.create({
      data: {
        kind: 'subscription_started',
        customer_id: 'cus_here',
        subscription_id: 'sub_2',
        billing_period: 'month',
        amount: 1_050,
        currency: 'EUR',
      },
    })
    await rollUpFigures()
    const rows = await recordsOf(adminPaths.api.overviewExport({ days: 7 }), 'figures.csv')
    expect(rows).toHaveLength(7)
    expect(rows[6]).toMatchObject({ day: isoDayOf(new Date()), monthly_recurring_revenue_EUR: '10.5' })
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['sign_ups', 'churned_subscribers']))
    expect(await latestEntry()).toMatchObject({ target: 'figures', after: { days: 7 } })
  })
})

describe('an export file', () => {
  test.each([
    ['library', adminPaths.api.libraryExport],
    ['audit_log', adminSitePaths.api.auditExport({ kind: 'tag', format: 'ndjson' })],
  ])('has an audit entry: %s', async (target, path) => {
    expect((await get(path, { as })).status).toBe(200)
    expect(await latestEntry()).toMatchObject({ actor_id: as.id, source: 'web', target })
    expect((await latestEntry()).after).toEqual(target === 'library' ? null : { kind: 'tag', format: 'ndjson' })
  })

  test('is for admins only: a refused request adds no audit entry', async () => {
    const moderator = await createPerson({ role: 'moderator' })
    const before = await db.auditEntry.count({ where: { kind: 'export' } })
    for (const path of [
      adminPaths.api.membersExport(),
      adminPaths.api.overviewExport(),
      adminMoneyPaths.api.paymentsExport(),
      adminMoneyPaths.api.ledgerExport(),
    ])
      expect((await get(path, { as: moderator })).status).toBe(403)
    expect((await get(adminPaths.api.membersExport({ role: 'king' }), { as })).body).toHaveProperty('role')
    expect(await db.auditEntry.count({ where: { kind: 'export' } })).toBe(before)
  })
})
