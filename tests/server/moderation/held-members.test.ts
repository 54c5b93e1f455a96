import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { db } from '../../../server/database/db.ts'
import { applyPendingAuthorHiding, applyAuthorHiding } from '../../../server/forum/author-hiding.ts'
import { get, openApp, patch, post, put, remove, sql } from '../../support/app.ts'
import { writeComment } from '../../support/commenting.ts'
import { createComment, createPoster, createSection, createThread } from '../../support/forum.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = moderationPaths
const admin = await createPerson({ role: 'admin' })
const moderator = await createPerson({ role: 'moderator' })
const typed = { typing_ms: 60_000 }

const hold = ({ username }: Person, body: object = {}, as = moderator) => put(api.memberHold(username), body, { as })
const release = ({ username }: Person, as = moderator) => remove(api.memberHold(username), undefined, { as })
const publish = (path: string) => post(path, { decision: 'publish' }, { as: moderator })
const entriesOf = ({ id }: Person) =>
  db.auditEntry.findMany({ where: { kind: 'member', target: String(id) }, orderBy: { id: 'asc' } })
const isShown = async ({ meta_slug }: { meta_slug: string }) =>
  (await get(forumPaths.api.thread(meta_slug))).status === 200
const isListed = async (id: number, meta_slug: string) =>
  JSON.stringify((await get(forumPaths.api.comments(meta_slug))).body).includes(`"id":${id},`)
const queueOf = async ({ username }: Person) => {
  const { results } = (await get(api.queue({ limit: 50 }), { as: moderator })).body
  return results.filter(({ author }: { author: { username: string } }) => author.username === username)
}

describe('PUT /api/admin/forum/members/:username/hold/', () => {
  test('hides all threads and comments of the member until it is undone', async () => {
    const [spammer, other] = [await createPoster(), await createThread()]
    const [thread, pending, reported] = [
      await createThread({ author: spammer }),
      await createThread({ author: spammer, status: 'pending' }),
      await createThread({ author: spammer, hidden_at: new Date('2026-01-01') }),
    ]
    const comment = await createComment({ author: spammer, thread: other })
    const removed = await createComment({ author: spammer, thread: other, deleted_at: new Date(), is_removed: true })
    const look = async () => [
      await isShown(thread),
      await isShown(reported),
      await isListed(comment.id, other.meta_slug),
    ]
    expect(await look()).toEqual([true, false, true])
    expect(await queueOf(spammer)).toHaveLength(1)

    const held = await hold(spammer, { note: 'Sells watches' })
    expect(held).toMatchObject({ status: 200, body: { username: spammer.username, is_exempt: false } })
    expect(held.body.held_at).not.toBeNull()
    await expect.poll(look).toEqual([false, false, false])
    // The hold closes open items of the member.
    expect(await queueOf(spammer)).toEqual([])
    expect((await get(api.member(spammer.username), { as: moderator })).body).toEqual(held.body)

    expect((await release(spammer)).body.held_at).toBeNull()
    await expect.poll(look).toEqual([true, false, true])
    expect(await queueOf(spammer)).toHaveLength(1)
    expect(await db.thread.findUnique({ where: { id: pending.id } })).toMatchObject({ hidden_at: null })
    expect((await db.thread.findUniqueOrThrow({ where: { id: reported.id } })).hidden_at).toEqual(reported.hidden_at)
    expect(await db.comment.findUnique({ where: { id: removed.id } })).toMatchObject({ is_removed: true })
    expect(await entriesOf(spammer)).toMatchObject([
      { action: 'member_held', actor_id: moderator.id, note: 'Sells watches', after: { is_held: true } },
      { action: 'member_released', actor_id: moderator.id, before: { is_held: true }, after: { is_held: false } },
    ])
  })

  test('holds later texts of the member for review until a moderator publishes them', async () => {
    const [spammer, thread, section] = [await createPoster(), await createThread(), await createSection()]
    await hold(spammer)
    const { body } = await writeComment(thread, 'I am no spammer', spammer, typed)
    expect(body.status).toBe('held')
    const submitted = await post(
      forumPaths.api.threads(),
      { title: 'Truly no spam', section: section.slug, description: 'Only a question', ...typed },
      { as: spammer },
    )
    expect(submitted.body.status).toBe('pending')
    // A run of the job, as after a kill, hides none of it.
    await db.user.update({ where: { id: spammer.id }, data: { texts_pending_at: new Date() } })
    await applyAuthorHiding(spammer.id)
    expect((await queueOf(spammer)).map(({ is_hidden }: { is_hidden: boolean }) => is_hidden)).toEqual([false, false])
    expect((await publish(api.moderateComment(body.id))).status).toBe(200)
    expect((await publish(api.moderateThread(submitted.body.meta_slug))).status).toBe(200)
    await expect.poll(() => isListed(body.id, thread.meta_slug)).toBe(true)
    await expect.poll(() => isShown(submitted.body)).toBe(true)

    const edited = await patch(forumPaths.api.comment(body.id), { body: 'Buy my watches' }, { as: spammer })
    expect(edited.body).toMatchObject({ source: 'I am no spammer', pending_edit: { source: 'Buy my watches' } })
    const title = { title: 'Buy my watches' }
    const changed = await patch(forumPaths.api.thread(submitted.body.meta_slug), title, { as: spammer })
    expect(changed.body).toMatchObject({ title: 'Truly no spam', pending_edit: title })
    expect(await queueOf(spammer)).toHaveLength(2)
    await release(spammer)
    expect((await writeComment(thread, 'Thank you', spammer, typed)).body.status).toBe('visible')
  })

  test('holds or hides texts that are written concurrently', async () => {
    const [spammer, thread] = [await createPoster(), await createThread()]
    const written = Promise.all(
      Array.from({ length: 8 }, (_, at) => writeComment(thread, `Offer ${at}`, spammer, typed)),
    )
    await Promise.all([written, hold(spammer), hold(spammer, {}, admin)])
    const where = { author_id: spammer.id, hidden_at: null, status: 'published' } as const
    expect(await db.comment.count({ where })).toBe(0)
    expect(await entriesOf(spammer)).toHaveLength(1)
  })

  test('keeps texts hidden after a block ends, until the hold ends too', async () => {
    const spammer = await createPoster()
    const [thread, before] = [await createThread({ author: spammer }), await createComment({ author: spammer })]
    await hold(spammer)
    const { body } = await writeComment(await createThread(), 'Looked at', spammer, typed)
    await post(api.moderateComment(body.id), { decision: 'publish' }, { as: moderator })
    const hidden = async () =>
      (await db.comment.findMany({ where: { author_id: spammer.id, hidden_with_author: true } })).map(({ id }) => id)
    const setBlock = async (block: object | null) => {
      const { headers } = await get(adminPaths.api.member(spammer.id), { as: admin })
      const options = { as: admin, headers: { 'if-match': String(headers.etag) } }
      return put(adminPaths.api.memberBlock(spammer.id), { block }, options)
    }
    expect((await setBlock({ hides_content: true, reason: '' })).status).toBe(200)
    expect(await hidden()).toEqual([before.id, body.id])
    await setBlock(null)
    expect(await hidden()).toEqual([before.id])
    const report = await db.report.create({ data: { thread_id: thread.id, reporter_id: admin.id } })
    await post(api.resolveReport(report.id), { action: 'dismiss' }, { as: moderator })
    expect(await isShown(thread)).toBe(false)
    await release(spammer)
    expect(await hidden()).toEqual([])
  })

  test('continues in the next run of the job if its time is over', async () => {
    const [spammer, thread] = [await createPoster(), await createThread()]
    await sql.query(
      `INSERT INTO comment (thread_id, author_id, body, body_html, render_version) SELECT $1, $2, 'a', 'a', 1 FROM generate_series(1, 250)`,
      [thread.id, spammer.id],
    )
    const hidden = () => db.comment.count({ where: { author_id: spammer.id, hidden_with_author: true } })
    const data = { held_at: new Date(Date.now() + 1_000), texts_pending_at: new Date() }
    await db.user.update({ where: { id: spammer.id }, data })
    await applyAuthorHiding(spammer.id, { rows: 100, maxMs: 0 })
    expect(await hidden()).toBe(0)
    await applyPendingAuthorHiding({ rows: 100 })
    expect(await hidden()).toBe(250)
    await release(spammer)
    expect(await hidden()).toBe(0)
  })

  test('can be sent by moderators only, and refuses to put team members on hold', async () => {
    for (const role of ['moderator', 'admin'] as const)
      expect((await hold(await createPerson({ role }), {}, admin)).status).toBe(403)
    const member = await createPoster()
    expect((await hold(member, {}, await createPerson())).status).toBe(403)
    expect((await hold(member, { note: 7 })).body).toHaveProperty('note')
    expect((await put(api.memberHold('no-such'), {}, { as: moderator })).status).toBe(404)
    const comment = await createComment({ author: member })
    await hold(member)
    const listed = await get(adminPaths.api.members({ state: 'held' }), { as: admin })
    expect(listed.body.results[0]).toMatchObject({ id: member.id, state: 'held' })
    const { headers } = await get(adminPaths.api.member(member.id), { as: admin })
    const role = { role: 'moderator', granted_tier: 0, granted_until: null, granted_reason: '' }
    await put(adminPaths.api.member(member.id), role, { as: admin, headers: { 'if-match': String(headers.etag) } })
    await applyPendingAuthorHiding()
    expect(await db.comment.findUnique({ where: { id: comment.id } })).toMatchObject({ hidden_at: null })
    expect((await get(api.member(member.username), { as: moderator })).body).toMatchObject({ held_at: null })
  })
})
