import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, post, put, remove } from '../../support/app.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { lastMailTo } from '../../support/mail.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = adminPaths
const nothing = { granted_tier: 0, granted_until: null, granted_reason: '' }
const as = await createPerson({ role: 'admin' })
const idsOf = async (query: Record<string, string | number>) =>
  ((await get(api.members(query), { as })).body.results as { id: number }[]).map(({ id }) => id)
const read = async ({ id }: { id: number }) => {
  const { body, headers } = await get(api.member(id), { as })
  return { member: body, headers: { 'if-match': String(headers.etag) } }
}
const entriesOf = ({ id }: { id: number }) =>
  db.auditEntry.findMany({ where: { kind: 'member', target: String(id) }, orderBy: { id: 'asc' } })
async function change(person: Person, body: object, by = as) {
  const { headers } = await read(person)
  return put(api.member(person.id), body, { as: by, headers })
}

describe('GET /api/admin/members/', () => {
  test('finds members by id and by the beginnings of words in name, username and email', async () => {
    const { id, username } = await createPerson({
      first_name: 'Nicolás',
      last_name: 'O’Zárate 100%_x',
      email: 'zeta_one@many.example',
    })
    await createPerson({ first_name: 'Zárateño' })
    const other = await createPerson({ username: `josé-x${Date.now()}` })
    for (const q of ['jose-x', 'JOSÉ-X'])
      expect([q, await idsOf({ q })]).toEqual([q, expect.arrayContaining([other.id])])
    for (const q of [
      'nicol',
      'o’zár nico',
      'NICOLAS o’zar',
      'ZETA_ONE',
      'zeta_one@many',
      '100%_x',
      username,
      String(id),
    ])
      expect([q, await idsOf({ q })]).toEqual([q, expect.arrayContaining([id])])
    for (const q of ['árate', 'nicol quux', '%', 'zetaxone@', '100_%'])
      expect([q, await idsOf({ q })]).not.toEqual([q, expect.arrayContaining([id])])
  })

  test('finds an email with an internationalized domain in either form', async () => {
    const { id } = await createPerson({ email: 'usuario@xn--exmple-qta.es' })
    for (const q of ['usuario@exámple.es', 'USUARIO@xn--exmple-qta.es', 'usuario@xn--'])
      expect([q, await idsOf({ q })]).toEqual([q, [id]])
  })

  test('filters by role, tier and state, with pages', async () => {
    const name = 'Filtered'
    const people = [
      await createPerson({ first_name: name, email_confirmed_at: new Date() }),
      await createPerson({ first_name: name, role: 'moderator', tier: 2, email_confirmed_at: new Date() }),
      await createPerson({ first_name: name, blocked_at: new Date(), tier: 1 }),
    ]
    const [plain, staff, blocked] = people.map(({ id }) => id)
    const passed = { source: 'subscription', tier: 3, expires_at: new Date(0) } as const
    await db.access.create({ data: { user_id: people[0]?.id ?? 0, ...passed } })
    expect(await idsOf({ q: name })).toEqual([blocked, staff, plain])
    expect(await idsOf({ q: name, role: 'moderator' })).toEqual([staff])
    expect(await idsOf({ q: name, tier: 0 })).toEqual([plain])
    expect(await idsOf({ q: name, tier: 2 })).toEqual([staff])
    expect(await idsOf({ q: name, state: 'blocked' })).toEqual([blocked])
    expect(await idsOf({ q: name, state: 'active' })).toEqual([staff, plain])
    const { body } = await get(api.members({ q: name, limit: 2 }), { as })
    const next = await get(body.next, { as })
    expect(next.body).toMatchObject({ results: [{ id: plain, tier: 0, state: 'active' }], next: null })
  })

  test('returns no secrets, like the other member routes', async () => {
    const { id } = await createPerson({ password_hash: 'secret-hash', google_sub: 'secret-sub' })
    const paths = [api.members({ q: String(id) }), api.member(id), api.memberOverview(id), api.memberSessions(id)]
    for (const path of paths) {
      const { status, text } = await get(path, { as })
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toMatch(/secret|hash|token|google_sub/)
    }
  })
})

describe('GET /api/admin/members/{id}/overview/', () => {
  test('returns the tier with its sources, payments, and the latest threads and comments', async () => {
    const member = await createPerson({ tier: 2 })
    const thread = await createThread({ author: member, status: 'pending' })
    const comment = await createComment({ author: member })
    await db.customer.create({
      data: {
        id: `cus_${member.id}`,
        user_id: member.id,
        payments: {
          create: [
            {
              id: `in_1_${member.id}`,
              amount: 999,
              amount_refunded: 100,
              currency: 'USD',
              status: 'paid',
              paid_at: new Date(),
              created_at: new Date(),
            },
            {
              id: `in_2_${member.id}`,
              amount: 500,
              currency: 'USD',
              status: 'failed',
              dispute_status: 'lost',
              created_at: new Date(),
            },
          ],
        },
      },
    })
    const passed = { source: 'subscription', tier: 1, expires_at: new Date(Date.now() - 1_000) } as const
    await db.access.create({ data: { user_id: member.id, ...passed } })
    const { body } = await get(api.memberOverview(member.id), { as })
    expect(body).toMatchObject({
      tier: 2,
      access: [
        { source: 'granted', tier: 2, expires_at: null, is_expired: false },
        { source: 'subscription', tier: 1, is_expired: true },
      ],
      subscription: null,
      payments: { count: 2, failed: 1, disputed: 1, totals: [{ currency: 'USD', paid: 9.99, refunded: 1 }] },
      sessions: 1,
      threads: 1,
      comments: 1,
      latest_threads: [{ meta_slug: thread.meta_slug, is_public: false }],
      latest_comments: [{ id: comment.id, is_public: true }],
    })
  })
})

describe('PUT /api/admin/members/{id}/', () => {
  test('sets and removes a role and a temporary tier, with the states before and after in the audit log', async () => {
    const member = await createPerson({ email: 'given@members.test' })
    const granted_until = new Date(Date.now() + 86_400_000).toISOString()
    const granted = { granted_tier: 1, granted_until, granted_reason: 'Won the raffle' }
    const { status, body, headers } = await change(member, { role: 'moderator', ...granted })
    expect([status, body]).toEqual([200, expect.objectContaining({ role: 'moderator', ...granted })])
    expect(headers.etag).toBe((await read(member)).headers['if-match'])
    expect((await get('/api/subscription/status/', { as: member })).body.subscription.user_tier).toBe(1)
    expect((await change(member, { role: 'user', ...nothing })).body).toMatchObject(nothing)
    expect(await db.access.count({ where: { user_id: member.id } })).toBe(0)
    const entries = await entriesOf(member)
    expect(entries).toMatchObject([
      {
        actor_id: as.id,
        action: 'changed',
        before: { role: 'user', ...nothing },
        after: { role: 'moderator', ...granted },
      },
      { action: 'changed', before: { role: 'moderator' }, after: { role: 'user' } },
    ])
    expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain(member.email)
  })

  test('returns 400 naming the unknown or invalid field, without a change', async () => {
    const member = await createPerson()
    for (const [body, field] of [
      [{ role: 'user', ...nothing, email: 'x@y.zz' }, 'email'],
      [{ role: 'owner', ...nothing }, 'role'],
      [{ role: 'user', ...nothing, granted_tier: 10 }, 'granted_tier'],
      [{ role: 'user', ...nothing, granted_tier: 1, granted_until: '2020-01-01T00:00:00.000Z' }, 'granted_until'],
      [{ role: 'user', ...nothing, granted_tier: 1, granted_until: '0000-01-01T00:00:00.000Z' }, 'granted_until'],
      [{ role: 'user', ...nothing, granted_tier: 1, granted_reason: 'two\nlines' }, 'granted_reason'],
    ] as const) {
      const answer = await change(member, body)
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
    }
    expect(await entriesOf(member)).toEqual([])
  })

  test('returns 409 for removing the admin role from oneself or from the last admin', async () => {
    await db.user.updateMany({ where: { role: 'admin', NOT: { id: as.id } }, data: { role: 'user' } })
    expect(await change(as, { role: 'user', ...nothing })).toMatchObject({ status: 409, body: { code: 'own_role' } })
    const other = await createPerson({ role: 'admin' })
    const [mine, theirs] = [await read(other), await read(as)]
    const demoted = { role: 'user', ...nothing }
    const answers = await Promise.all([
      put(api.member(other.id), demoted, { as, headers: mine.headers }),
      put(api.member(as.id), demoted, { as: other, headers: theirs.headers }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 403]))
    expect(await db.user.count({ where: { role: 'admin' } })).toBe(1)
    await db.user.update({ where: { id: as.id }, data: { role: 'admin' } })
  })
})

describe("an admin's actions on a member", () => {
  test('list the sessions and end one or all of them, with an audit entry each', async () => {
    const member = await createPerson()
    const other = await db.session.create({ data: { user_id: member.id, device: 'Firefox · Linux' } })
    const listed = await get(api.memberSessions(member.id), { as })
    expect(listed.body.results.map(({ device }: { device: string }) => device).toSorted()).toEqual([
      'Firefox · Linux',
      'Test',
    ])
    const stranger = await createPerson()
    expect((await remove(api.memberSession(member.id, stranger.session_id), undefined, { as })).status).toBe(404)
    expect((await remove(api.memberSession(member.id, other.id), undefined, { as })).status).toBe(204)
    expect((await get('/api/users/me/', { as: member })).status).toBe(200)
    expect((await remove(api.memberSessions(member.id), undefined, { as })).status).toBe(204)
    expect((await get('/api/users/me/', { as: member })).status).toBe(401)
    expect((await entriesOf(member)).map(({ action }) => action)).toEqual(['member_session_ended', 'member_signed_out'])
  })

  test('send the mail that confirms the address again, with an audit entry', async () => {
    const member = await createPerson()
    expect((await post(api.memberConfirmation(member.id), undefined, { as })).status).toBe(204)
    const { token } = await lastMailTo(member.email)
    expect((await post('/api/users/confirm_email/', { token })).status).toBe(200)
    expect(await entriesOf(member)).toMatchObject([{ action: 'confirmation_sent', before: null, after: null }])
  })
})
