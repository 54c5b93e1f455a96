import { beforeAll, describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { paths } from '#shared/paths.ts'
import { publishScheduled } from '../../../server/blog/scheduled.ts'
import { db } from '../../../server/database/db.ts'
import { createToken } from '../../../server/mail/one-time-tokens.ts'
import { addFailedSignInAuditEntry } from '../../../server/users/staff-entries.ts'
import { get, openApp, post, remove, sql } from '../../support/app.ts'
import { createPost } from '../../support/blog.ts'
import { until } from '../../support/postgres/database.ts'
import { createCategory } from '../../support/library.ts'
import { createPerson, password, password_hash } from '../../support/people.ts'

await openApp()

const as = await createPerson({ role: 'admin' })
const other = await createPerson({ role: 'moderator' })
const list = async (filters: Parameters<typeof adminPaths.api.audit>[0] = {}) =>
  ((await get(adminPaths.api.audit(filters), { as })).body.results as { target: string }[]).map(({ target }) => target)
const file = (filters: Record<string, string> = {}) => get(adminSitePaths.api.auditExport(filters), { as })
const entriesOf = async (filters: Parameters<typeof adminPaths.api.audit>[0]) =>
  (await get(adminPaths.api.audit(filters), { as })).body.results

beforeAll(async () => {
  await sql.query(
    `INSERT INTO audit_entry (at, actor_id, kind, action, target, note, before, after) VALUES
      ('2031-01-01', $1, 'post', 'created', 't1', NULL, NULL, '{"title":"A"}'),
      ('2031-01-02', $1, 'post', 'changed', 't2', '=1+1', '{"title":"A"}', '{"title":"B, \\"C\\""}'),
      ('2031-01-03', $2, 'thread', 'thread_removed', 't3', '@SUM(A1)', NULL, NULL),
      ('2031-01-04', NULL, 'section', 'changed', 't4', NULL, NULL, NULL)`,
    [as.id, other.id],
  )
  await sql.query(
    `INSERT INTO audit_entry (at, kind, action, target)
     SELECT '2030-01-01', 'announcement', 'changed', n FROM generate_series(1, 1201) AS n`,
  )
})

describe('GET /api/admin/audit/', () => {
  const all = { from: '2031-01-01T00:00:00Z', until: '2031-02-01T00:00:00Z' }

  test.each([
    [{}, ['t4', 't3', 't2', 't1']],
    [{ actor: as.username }, ['t2', 't1']],
    [{ actor: as.username.toUpperCase() }, ['t2', 't1']],
    [{ actor: 'nobody-at-all' }, []],
    [{ kind: 'post', action: 'changed' }, ['t2']],
    [{ action: 'changed' }, ['t4', 't2']],
    [{ from: '2031-01-02T00:00:00Z', until: '2031-01-04T00:00:00Z' }, ['t3', 't2']],
    [{ target: 't3' }, ['t3']],
  ])('filters by %j', async (filters, expected) => {
    expect(await list({ ...all, ...filters })).toEqual(expected)
  })

  test('keeps its filters on the next page', async () => {
    const { body } = await get(adminPaths.api.audit({ ...all, actor: as.username, limit: 1 }), { as })
    expect(body.results[0].target).toBe('t2')
    expect((await get(body.next, { as })).body).toMatchObject({ results: [{ target: 't1' }], next: null })
  })

  test('returns 400 naming the invalid filter', async () => {
    for (const from of ['yesterday', '0000-01-01T00:00:00Z'])
      expect((await get(adminPaths.api.audit({ from }), { as })).body).toHaveProperty('from')
    expect((await get(adminPaths.api.audit({ kind: 'nothing' }), { as })).body).toHaveProperty('kind')
  })
})

describe('the actor of an audit entry', () => {
  test('keeps its name and id after the account is removed', async () => {
    const boris = await createPerson({ role: 'admin', password_hash })
    await sql.query(`INSERT INTO audit_entry (actor_id, kind, action, target) VALUES ($1, 'tag', 'removed', '9')`, [
      boris.id,
    ])
    expect((await remove(paths.api.me, { password }, { as: boris })).status).toBe(204)
    const entries = await entriesOf({ actor: boris.username.toUpperCase() })
    const left = { actor: null, actor_id: boris.id, actor_name: boris.username, source: 'web' }
    expect(entries).toMatchObject([
      { ...left, action: 'account_removed', target: String(boris.id) },
      { ...left, action: 'removed', target: '9' },
    ])
    const filters = { actor: boris.username, action: 'removed' }
    expect((await file(filters)).text).toContain(`,"${boris.username}",${boris.id},"web","tag","removed","9",`)
    const [line = ''] = (await file({ ...filters, format: 'ndjson' })).text.split('\n')
    expect(JSON.parse(line)).toMatchObject({ actor: boris.username, actor_id: boris.id, source: 'web' })
  })

  test('is found by the username at the time of the entry and by the present username', async () => {
    const person = await createPerson({ role: 'moderator' })
    await sql.query(`INSERT INTO audit_entry (actor_id, kind, action, target) VALUES ($1, 'tag', 'changed', '8')`, [
      person.id,
    ])
    const renamed = `later-${person.id}`
    await sql.query('UPDATE "user" SET username = $2 WHERE id = $1', [person.id, renamed])
    for (const actor of [person.username, renamed])
      expect(await entriesOf({ actor })).toMatchObject([{ actor: { username: renamed }, actor_name: person.username }])
  })

  test('is null for a scheduled publication, whose source is job', async () => {
    const { id } = await createPost({ status: 'scheduled', en: { title: 'Due' } })
    await sql.query(`UPDATE post SET published_at = now() - interval '1 minute' WHERE id = $1`, [id])
    await publishScheduled()
    expect(await entriesOf({ kind: 'post', target: String(id) })).toMatchObject([
      { action: 'published', actor: null, actor_id: null, actor_name: null, source: 'job' },
    ])
  })

  test('is the staff member for a password change, and null for a failed sign-in', async () => {
    const [staff, member] = [
      await createPerson({ role: 'moderator', password_hash }),
      await createPerson({ password_hash }),
    ]
    for (const { email } of [staff, staff, member])
      expect((await post(paths.api.token, { email, password: 'guessed' })).status).toBe(401)
    const ofStaff = { kind: 'member', target: String(staff.id) }
    const failed = {
      action: 'sign_in_failed',
      actor: null,
      actor_id: null,
      actor_name: null,
      source: 'web',
      name: staff.username,
    }
    await until(async () => (await entriesOf(ofStaff)).length > 0)
    expect(await entriesOf(ofStaff)).toMatchObject([failed])
    await Promise.all([
      addFailedSignInAuditEntry(staff.id),
      addFailedSignInAuditEntry(staff.id),
      addFailedSignInAuditEntry(member.id),
    ])
    expect(await entriesOf(ofStaff)).toHaveLength(1)
    await sql.query(`UPDATE audit_entry SET at = now() - interval '61 minutes' WHERE kind = 'member' AND target = $1`, [
      String(staff.id),
    ])
    await Promise.all([addFailedSignInAuditEntry(staff.id), addFailedSignInAuditEntry(staff.id)])
    expect(await entriesOf(ofStaff)).toHaveLength(2)
    const change = { current_password: password, new_password: 'quite another long secret' }
    for (const person of [staff, member])
      expect((await post(paths.api.mePassword, change, { as: person })).status).toBe(200)
    expect((await entriesOf(ofStaff))[0]).toMatchObject({ action: 'password_changed', actor_id: staff.id })
    const token = await createToken(db, { purpose: 'reset_password', user_id: staff.id, email: staff.email })
    expect((await post(paths.api.passwordResetConfirm, { token, password: 'a third and longer secret' })).status).toBe(
      204,
    )
    expect((await entriesOf(ofStaff))[0]).toMatchObject({ action: 'password_reset', actor_id: staff.id })
    expect(await entriesOf({ kind: 'member', target: String(member.id) })).toEqual([])
  })

  test('a member who deletes the account leaves no audit entry', async () => {
    const member = await createPerson({ password_hash })
    expect((await remove(paths.api.me, { password }, { as: member })).status).toBe(204)
    expect(await entriesOf({ kind: 'member', target: String(member.id) })).toEqual([])
  })
})

const nameOf = async (kind: string, target: number | string, locale: 'en' | 'es' = 'en') =>
  (await get(adminPaths.api.audit({ kind, target: String(target) }), { as, locale })).body.results[0]?.name
const enter = (kind: string, target: number | string, after: object | null = null) =>
  sql.query(`INSERT INTO audit_entry (kind, action, target, after) VALUES ($1, 'changed', $2, $3)`, [
    kind,
    String(target),
    after && JSON.stringify(after),
  ])

describe('the name of an audited item', () => {
  test("is the name at the time of the entry, in the reader's language", async () => {
    const news = await createPost({ en: { title: 'Title of now' } })
    await enter('post', news.id, { texts: { en: { title: 'Title of then' }, es: { title: 'Título de entonces' } } })
    expect(await nameOf('post', news.id)).toBe('Title of then')
    expect(await nameOf('post', news.id, 'es')).toBe('Título de entonces')
    await enter('post', news.id, { texts: { en: { title: 'In English' }, es: null } })
    expect(await nameOf('post', news.id, 'es')).toBe('In English')
    await enter('model', 2_000_000_000, { slug: 'x', name: 'Removed model' })
    expect(await nameOf('model', 2_000_000_000)).toBe('Removed model')
  })

  test('is the present name for a member, and for an entry without a name', async () => {
    const news = await createPost({ en: { title: 'Title of now' } })
    const category = await createCategory({ en: { name: 'Writing', description: '' } })
    const person = await createPerson()
    for (const [kind, id] of [
      ['post', news.id],
      ['category', category.id],
      ['member', person.id],
      ['tag', 2_000_000_000],
      ['site', 1],
    ] as const)
      await enter(kind, id)
    expect(await nameOf('post', news.id)).toBe('Title of now')
    expect(await nameOf('category', category.id)).toBe('Writing')
    expect(await nameOf('member', person.id)).toBe(person.username)
    expect(await nameOf('tag', 2_000_000_000)).toBeNull()
    const [{ id }] = (await get(adminPaths.api.audit({ kind: 'member', target: String(person.id) }), { as })).body
      .results
    expect((await get(adminPaths.api.auditEntry(id), { as })).body.name).toBe(person.username)
    await sql.query('DELETE FROM "user" WHERE id = $1', [person.id])
    expect(await nameOf('member', person.id)).toBeNull()
  })
})

describe('GET /api/admin/audit/export/', () => {
  const all = { from: '2031-01-01T00:00:00Z', until: '2031-02-01T00:00:00Z' }

  test('returns CSV without formulas', async () => {
    const { text, headers } = await file(all)
    expect(headers['content-disposition']).toBe('attachment; filename="audit.csv"')
    expect(headers['cache-control']).toBe('no-store')
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('\uFEFFid,at,actor,actor_id,source,kind,action,target,note,before,after')
    expect(lines[2]).toMatch(/"thread_removed","t3","'@SUM\(A1\)",,$/)
    expect(lines[3]).toMatch(/"t2","'=1\+1","\{""title"":""A""\}","\{""title"":""B, \\""C\\""""\}"$/)
    expect(lines).toHaveLength(6)
  })

  test('is NDJSON with every entry once', async () => {
    const { text, headers } = await file({ kind: 'announcement', format: 'ndjson' })
    expect(headers['content-type']).toContain('application/x-ndjson')
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { target: string })
    expect(new Set(entries.map(({ target }) => target)).size).toBe(1_201)
    expect(entries).toHaveLength(1_201)
    expect((await file({ ...all, kind: 'post', format: 'ndjson' })).text).toContain('"after":{"title":"B, \\"C\\""}')
  })
})
