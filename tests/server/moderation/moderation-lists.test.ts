import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AuditEntry } from '#shared/admin/audit.ts'
import type { ReviewItem } from '#shared/forum/moderation.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { get, openApp, post, remove } from '../../support/app.ts'
import { encodeCursor } from '../../../server/sql/cursor.ts'
import { db } from '../../../server/database/db.ts'
import { createComment, createSection, createThread } from '../../support/forum.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = moderationPaths
const [moderator, admin, member] = [
  await createPerson({ role: 'moderator' }),
  await createPerson({ role: 'admin' }),
  await createPerson(),
]
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const pending = (minutes: number) => ({ status: 'pending', created_at: minutesAgo(minutes) }) as const

const section = await createSection({ en: { name: 'Help' }, es: { name: 'Ayuda' } })
const waiting = await createThread({ section, ...pending(900), title: 'A thread that waits' })
const held = await createComment({ status: 'pending', created_at: minutesAgo(800) })
const reported = await createComment({ body: 'Reported', hidden_at: new Date() })
const [first, second] = [await createPerson(), await createPerson()]
for (const [minutes, reporter, reason] of [
  [700, first, 'Rude'],
  [100, second, ''],
] as const)
  await db.report.create({
    data: { comment_id: reported.id, reporter_id: reporter.id, reason, created_at: minutesAgo(minutes) },
  })
const thread = await createThread({ author: moderator })
await db.report.create({ data: { thread_id: thread.id, reporter_id: first.id, created_at: minutesAgo(600) } })
// None of these is open.
const done = { resolution: 'dismissed', resolved_at: new Date() } as const
await db.report.create({ data: { comment_id: (await createComment()).id, reporter_id: first.id, ...done } })
const gone = await createComment({ deleted_at: new Date() })
await db.report.create({ data: { comment_id: gone.id, reporter_id: first.id } })
await createThread({ ...pending(950), deleted_at: new Date() })
await createThread({ status: 'rejected' })
await createComment({ thread: await createThread({ deleted_at: new Date() }), status: 'pending' })
for (let minutes = 1; minutes <= 9; minutes++) {
  await createThread(pending(minutes))
  await createComment({ status: 'pending', created_at: minutesAgo(minutes) })
}

const keys = (items: ReviewItem[]) => items.map(({ key }) => key)
const list = async (path: string, as: Person = moderator, locale: 'en' | 'es' = 'en'): Promise<ReviewItem[]> =>
  (await get(path, { as, locale })).body.results

describe('the review list', () => {
  test('contains all open items, oldest first, each with the actions that are allowed', async () => {
    const items = await list(api.review({ limit: 4 }))
    expect(keys(items)).toEqual([
      `thread:${waiting.id}`,
      `comment:${held.id}`,
      `comment:${reported.id}`,
      `thread:${thread.id}`,
    ])
    expect(items.map(({ actions }) => actions)).toEqual([
      ['publish', 'reject'],
      ['publish', 'reject'],
      ['dismiss', 'remove'],
      [],
    ])
    const asAdmin = await list(api.review({ limit: 4 }), admin)
    expect(asAdmin.at(-1)).toMatchObject({
      actions: ['dismiss', 'remove'],
      author: { username: moderator.username, is_team: true },
    })
  })

  test('returns text, section, author and reports of each item', async () => {
    const [pendingThread, , comment] = await list(api.review({ limit: 4 }), moderator, 'es')
    expect(pendingThread).toMatchObject({
      is_pending: true,
      is_hidden: false,
      comment_id: null,
      reports: [],
      waiting_since: waiting.created_at.toISOString(),
      body_html: waiting.description_html,
      thread: { title: 'A thread that waits', section: { slug: section.slug, name: 'Ayuda' } },
    })
    expect(comment).toMatchObject({
      is_pending: false,
      is_hidden: true,
      comment_id: reported.id,
      body_html: '<p>Reported</p>\n',
      reports: [
        { reason: 'Rude', reporter: { username: first.username } },
        { reason: '', reporter: { username: second.username } },
      ],
    })
  })

  test('can be paged without gaps or repeats while other moderators decide', async () => {
    const all = keys(await list(api.review({ limit: 50 })))
    expect(all).toHaveLength(22)
    for (const limit of [1, 2, 3, 5]) {
      const read: string[] = []
      for (let path: string | null = api.review({ limit }); path;) {
        const { body }: { body: { results: ReviewItem[]; next: string | null } } = await get(path, { as: moderator })
        read.push(...keys(body.results))
        path = body.next
      }
      expect(read).toEqual(all)
    }
    const { body } = await get(api.review({ limit: 6 }), { as: moderator })
    const [one] = body.results.filter(({ kind }: ReviewItem) => kind === 'comment').toReversed()
    await post(api.moderateComment(one.comment_id), { decision: 'publish' }, { as: moderator })
    expect(keys((await get(body.next, { as: moderator })).body.results)).toEqual(all.slice(6, 12))
  })

  test('can be filtered to pending texts (queue) or reported texts (reports)', async () => {
    const [queue, reports] = [await list(api.queue({ limit: 50 })), await list(api.reports({ limit: 50 }))]
    expect(queue.every(({ is_pending }) => is_pending)).toBe(true)
    expect(keys(reports)).toEqual([`comment:${reported.id}`, `thread:${thread.id}`])
    const { body } = await get(api.reports({ limit: 1 }), { as: moderator })
    expect(body.next).toMatch(/^\/api\/admin\/reports\/\?/)
    expect(keys(await list(body.next))).toEqual([`thread:${thread.id}`])
    expect((await get(body.next.replace('/reports/', '/review/'), { as: moderator })).body).toHaveProperty('cursor')
  })

  test('is refused to visitors with 401 and to members with 403', async () => {
    for (const path of [api.review(), api.queue(), api.reports(), adminPaths.api.audit()]) {
      expect((await get(path)).status).toBe(401)
      expect((await get(path, { as: member })).status).toBe(403)
      expect((await get(path, { as: admin })).status).toBe(200)
      expect((await get(path, { as: admin })).headers['cache-control']).toContain('no-store')
      expect((await get(`${path}?limit=0`, { as: admin })).body).toHaveProperty('limit')
      expect((await get(`${path}?cursor=x`, { as: admin })).body).toHaveProperty('cursor')
    }
    for (const day of ['2026-02-31', '0000-01-01', '2026-13-01']) {
      const cursor = encodeCursor('review', `${day}T09:00:00.000Z thread`, 1)
      expect((await get(api.review({ cursor }), { as: admin })).body).toHaveProperty('cursor')
    }
  })
})

const entries = async (path: string): Promise<AuditEntry[]> => (await get(path, { as: admin })).body.results
const report = async (comment_id: number) =>
  (await db.report.create({ data: { comment_id, reporter_id: first.id } })).id

describe('the audit log', () => {
  test('returns each decision with its moderator and note, latest first', async () => {
    const [rejected, removed, dismissed] = [
      await createThread({ status: 'pending' }),
      await createComment(),
      await createComment(),
    ]
    const as = moderator
    await post(api.moderateThread(rejected.meta_slug), { decision: 'reject', note: 'Too short' }, { as })
    await post(api.resolveReport(await report(removed.id)), { action: 'remove' }, { as })
    await post(api.resolveReport(await report(dismissed.id)), { action: 'dismiss' }, { as: admin })
    const latest = await entries(adminPaths.api.audit({ limit: 3 }))
    expect(latest.map(({ action, actor, comment_id, note }) => [action, actor?.username, comment_id, note])).toEqual([
      ['reports_dismissed', admin.username, dismissed.id, null],
      ['comment_removed', moderator.username, null, null],
      ['thread_rejected', moderator.username, null, 'Too short'],
    ])
    expect(latest.map(({ thread: about }) => about?.meta_slug)).toEqual([
      expect.any(String),
      undefined,
      rejected.meta_slug,
    ])
  })

  test('stores an excerpt of the text before and after the decision, without usernames', async () => {
    const body = `Buy now, says @${first.username}: ${'x'.repeat(600)}`
    const [refused, comment] = [
      await createThread({ status: 'pending', title: 'A bargain', description: body }),
      await createComment({ body }),
    ]
    const as = moderator
    await post(api.moderateThread(refused.meta_slug), { decision: 'reject', note: 'Spam' }, { as })
    await remove(forumPaths.api.comment(comment.id), undefined, { as })
    await post(forumPaths.api.commentRestore(comment.id), {}, { as })
    await post(api.resolveReport(await report(comment.id)), { action: 'dismiss' }, { as: admin })
    const latest = await entries(adminPaths.api.audit({ limit: 4 }))
    const text = expect.stringMatching(/^Buy now, says @…: x{400,480}$/)
    const states = []
    for (const { id } of latest) {
      const { before, after } = (await get(adminPaths.api.auditEntry(id), { as: admin })).body
      states.push([before, after])
    }
    const shown = { text, status: 'published', is_hidden: false, is_removed: false }
    expect(states).toMatchObject([
      [shown, shown],
      [{ ...shown, is_removed: true }, shown],
      [shown, { ...shown, is_removed: true }],
      [
        { title: 'A bargain', text, status: 'pending' },
        { title: 'A bargain', text, status: 'rejected' },
      ],
    ])
    expect(latest.at(-1)).toMatchObject({ name: 'A bargain', note: 'Spam' })
  })

  test('can be read by admins only, page by page', async () => {
    const all = (await entries(adminPaths.api.audit({ limit: 50 }))).map(({ id }) => id)
    const read: number[] = []
    for (let path: string | null = adminPaths.api.audit({ limit: 2 }); path;) {
      const { body }: { body: { results: AuditEntry[]; next: string | null } } = await get(path, { as: admin })
      read.push(...body.results.map(({ id }) => id))
      path = body.next
    }
    expect(read).toEqual(all)
    expect(all.length).toBeGreaterThan(3)
    expect((await get(adminPaths.api.audit(), { as: moderator })).status).toBe(403)
  })
})
