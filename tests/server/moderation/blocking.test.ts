import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { paths } from '#shared/paths.ts'
import { changeBlock, changeMember, getMember } from '../../../server/admin/member.ts'
import { advisoryLockIds } from '../../../server/database/locks.ts'
import { databaseUrl, db } from '../../../server/database/db.ts'
import { get, openApp, post, put, remove, sql } from '../../support/app.ts'
import { waitForBlockedLock } from '../../support/postgres/database.ts'
import { createComment, createSection, createThread, foldAllChanges } from '../../support/forum.ts'
import { createPerson, password, password_hash } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = adminPaths
const admin = await createPerson({ role: 'admin' })
const moderator = await createPerson({ role: 'moderator' })

async function setBlock({ id }: { id: number }, block: object | null, as = admin) {
  const { headers } = await get(api.member(id), { as })
  return put(api.memberBlock(id), { block }, { as, headers: { 'if-match': String(headers.etag) } })
}
const removeAccount = (as: Person) => remove(paths.api.me, { password }, { as })
const hide = (person: Person) => setBlock(person, { hides_content: true, reason: 'Spam' })

describe('a blocked member', () => {
  test('is signed out everywhere, and gets 401 with the reason until unblocked', async () => {
    const member = await createPerson({ password_hash })
    const credentials = { email: member.email, password }
    const { refresh } = (await post(paths.api.token, credentials)).body
    const blocked = await setBlock(member, { hides_content: false, reason: 'Sold accounts' })
    expect(blocked).toMatchObject({ status: 200, body: { block: { hides_content: false, reason: 'Sold accounts' } } })
    expect((await get(paths.api.me, { as: member })).status).toBe(401)
    const refusal = { detail: 'This account is blocked. If you think that is a mistake, write to us.', code: 'blocked' }
    expect(await post(paths.api.token, credentials)).toMatchObject({ status: 403, body: refusal })
    expect((await post(paths.api.token, { ...credentials, password: 'wrong' })).status).toBe(401)
    expect(await post(paths.api.tokenRefresh, { refresh })).toMatchObject({ status: 401, body: refusal })
    expect((await get(api.memberSessions(member.id), { as: admin })).body.results).toEqual([])
    expect((await get(api.memberOverview(member.id), { as: admin })).body.sessions).toBe(0)
    expect((await setBlock(member, null)).body.block).toBeNull()
    expect((await post(paths.api.tokenRefresh, { refresh })).body.code).toBe('token_not_valid')
    expect((await get(paths.api.me, { as: member })).status).toBe(401)
    expect((await post(paths.api.token, credentials)).status).toBe(200)
    const entries = await db.auditEntry.findMany({
      where: { kind: 'member', target: String(member.id) },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action }) => action)).toEqual(['member_blocked', 'member_unblocked'])
  })

  test('cannot be the admin who sends the request, or the last admin', async () => {
    expect((await setBlock(admin, { hides_content: false, reason: '' })).body.code).toBe('own_block')
    const other = await createPerson({ role: 'admin' })
    await db.user.updateMany({ where: { id: admin.id }, data: { role: 'user' } })
    expect((await setBlock(other, { hides_content: false, reason: '' }, other)).body.code).toBe('own_block')
    await db.user.updateMany({ where: { id: admin.id }, data: { role: 'admin' } })
    expect((await setBlock(other, { hides_content: false, reason: '' })).status).toBe(200)
  })

  test('cannot be the last admin, who keeps the role even if the command line is used', async () => {
    await db.user.updateMany({ where: { role: 'admin', id: { not: admin.id } }, data: { role: 'user' } })
    const edit = { id: admin.id, if_match: '*', editor: { id: null } }
    const refused = { status: 409, extensions: { code: 'last_admin' } }
    await expect(changeBlock(edit, { block: { hides_content: false, reason: '' } })).rejects.toMatchObject(refused)
    const { granted_tier, granted_until, granted_reason } = (await getMember(admin.id)).item
    const demoted = { role: 'user' as const, granted_tier, granted_until, granted_reason }
    await expect(changeMember(edit, demoted)).rejects.toMatchObject(refused)
  })
})

describe('the account removal of an admin', () => {
  test('is refused for one of the last two admins who leave concurrently', async () => {
    await db.user.updateMany({ where: { id: admin.id }, data: { role: 'user' } })
    const two = [
      await createPerson({ role: 'admin', password_hash }),
      await createPerson({ role: 'admin', password_hash }),
    ]
    const left = await Promise.all(two.map(removeAccount))
    expect(left.filter(({ status }) => status === 204)).toHaveLength(1)
    const [last] = two.filter((_, index) => left[index]?.status !== 204)
    expect(last && (await removeAccount(last)).body.code).toBe('last_admin')
    expect(left.filter(({ status }) => status === 409)).toHaveLength(1)
    await db.user.updateMany({ where: { id: admin.id }, data: { role: 'admin' } })
    expect(last && (await removeAccount(last)).status).toBe(204)
  })

  test('waits for a concurrent change of admins', async () => {
    const person = await createPerson({ role: 'admin', password_hash })
    await sql.query('BEGIN')
    await sql.query('SELECT pg_advisory_xact_lock($1)', [advisoryLockIds.admins])
    const leaving = removeAccount(person)
    await Promise.race([waitForBlockedLock(databaseUrl), leaving])
    await sql.query('COMMIT')
    expect((await leaving).status).toBe(204)
  })
})

describe('texts of a blocked member', () => {
  test('are hidden everywhere if the block hides them, and shown again unchanged after the block', async () => {
    const member = await createPerson({ username: `hidden-${Date.now()}` })
    const section = await createSection()
    const word = `quokka${Date.now()}`
    const [thread, reported, other] = [
      await createThread({ author: member, section, title: `About ${word}` }),
      await createThread({ author: member, section, hidden_at: new Date('2026-01-01') }),
      await createThread({ section }),
    ]
    const comment = await createComment({ author: member, thread: other })
    await createComment({ parent: comment })
    const reply = await createComment({ author: member, parent: await createComment({ thread: other }) })
    const collection = await db.collection.create({
      data: { user_id: member.id, name: 'Mine', position: 0, share_key: `key-${member.id}` },
    })
    await foldAllChanges()
    const look = async () => {
      const listed = await get(forumPaths.api.threads({ section: section.slug }))
      const sections = await get(forumPaths.api.sections)
      const comments = await get(forumPaths.api.comments(other.meta_slug))
      const found = await get(forumPaths.api.threads({ q: word }))
      const of = (slug: string) =>
        listed.body.results.find(({ meta_slug }: { meta_slug: string }) => meta_slug === slug)
      return {
        thread: (await get(forumPaths.api.thread(thread.meta_slug))).status,
        listed: of(thread.meta_slug) !== undefined,
        reported: of(reported.meta_slug) !== undefined,
        found: found.body.results.length,
        in_section: sections.body.find(({ slug }: { slug: string }) => slug === section.slug).thread_count,
        comments: of(other.meta_slug).comment_count,
        texts:
          JSON.stringify(comments.body).includes(comment.body) || JSON.stringify(comments.body).includes(reply.body),
        named: JSON.stringify(comments.body).includes(member.username),
        shared: (await get(paths.api.sharedCollection(collection.share_key ?? ''))).status,
      }
    }
    const before = await look()
    expect(before).toMatchObject({ thread: 200, listed: true, reported: false, found: 1, in_section: 2, texts: true })
    expect((await hide(member)).status).toBe(200)
    const hidden = {
      thread: 404,
      listed: false,
      reported: false,
      found: 0,
      in_section: 1,
      comments: 2,
      texts: false,
      named: false,
      shared: 404,
    }
    const lookAgain = async () => {
      await foldAllChanges()
      return look()
    }
    await expect.poll(lookAgain).toEqual(hidden)
    expect((await get(forumPaths.api.thread(thread.meta_slug), { as: moderator })).body.is_hidden).toBe(true)

    const report = await db.report.create({ data: { thread_id: reported.id, reporter_id: (await createPerson()).id } })
    const dismissed = await post(moderationPaths.api.resolveReport(report.id), { action: 'dismiss' }, { as: moderator })
    expect(dismissed.status).toBe(200)
    expect((await look()).reported).toBe(false)
    expect((await setBlock(member, null)).status).toBe(200)
    await expect.poll(lookAgain).toEqual({ ...before, reported: true, in_section: 3 })
  })

  test('stay visible if the block does not hide them', async () => {
    const member = await createPerson()
    const thread = await createThread({ author: member })
    const reported = await createThread({ author: member, hidden_at: new Date() })
    await setBlock(member, { hides_content: false, reason: '' })
    const statuses = async () =>
      Promise.all([thread, reported].map(async (one) => (await get(forumPaths.api.thread(one.meta_slug))).status))
    expect(await statuses()).toEqual([200, 404])
    await hide(member)
    await expect.poll(statuses).toEqual([404, 404])
    await setBlock(member, null)
    await expect.poll(statuses).toEqual([200, 404])
  })

  test('are hidden even if they are written concurrently with the block', async () => {
    const member = await createPerson()
    const thread = await createThread()
    await sql.query('BEGIN')
    await sql.query(
      `INSERT INTO comment (thread_id, author_id, body, body_html, render_version) VALUES ($1, $2, 'a', 'a', 1)`,
      [thread.id, member.id],
    )
    const blocking = hide(member)
    await sql.query('COMMIT')
    expect((await blocking).status).toBe(200)
    await createComment({ author: member, thread })
    expect(await db.comment.count({ where: { author_id: member.id, hidden_with_author: true } })).toBe(2)
    expect(await db.comment.count({ where: { author_id: member.id } })).toBe(2)
  })
})
