import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, patch, post, put, remove } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createComment, createThread } from '../forum.ts'
import { createPerson } from '../people.ts'
import type { Person } from '../people.ts'

type Cases = Record<string, TestResponse>
const { api } = moderationPaths
const pending = { status: 'pending' } as const
const confirmed = (changes = {}) => createPerson({ email_confirmed_at: new Date(), ...changes })
const wrong = { reason: 7 }
const edit = { text: 'Another text', html: '<p>Another text</p>', render_version: 1 }

async function reporting(of: (author: Person) => Promise<string>, path: string, none: string): Promise<Cases> {
  const [author, as] = [await confirmed(), await confirmed()]
  const report = await of(author)
  return {
    201: await post(report, {}, { as }),
    400: await post(path, wrong, { as }),
    401: await post(report, {}),
    403: await post(report, {}, { as: author }),
    404: await post(none, {}, { as }),
    409: await post(report, {}, { as }),
  }
}

async function listing(path: string): Promise<Cases> {
  const as = await createPerson({ role: 'admin' })
  return {
    200: await get(path, { as }),
    400: await get(`${path}?limit=0`, { as }),
    401: await get(path),
    403: await get(path, { as: await createPerson() }),
  }
}

async function deciding(path: string, none: string, body: object): Promise<Cases> {
  const as = await createPerson({ role: 'moderator' })
  return {
    400: await post(path, {}, { as }),
    401: await post(path, body),
    403: await post(path, body, { as: await createPerson() }),
    404: await post(none, body, { as }),
    200: await post(path, body, { as }),
    409: await post(path, body, { as: await createPerson({ role: 'moderator' }) }),
  }
}

type Send = typeof put | typeof remove
async function treating(send: Send, pathOf: (username: string) => string, body: object | undefined): Promise<Cases> {
  const as = await createPerson({ role: 'moderator' })
  const path = pathOf((await createPerson()).username)
  return {
    200: await send(path, body, { as }),
    400: await (body ? send(path, { note: 7, reason: 7 }, { as }) : send(pathOf('\0'), body, { as })),
    401: await send(path, body),
    403: await send(path, body, { as: await createPerson() }),
    404: await send(pathOf('no-such'), body, { as }),
  }
}

export function moderationAnswers(): Record<string, () => Promise<Cases>> {
  return {
    'POST /api/forum/threads/{meta_slug}/report/': () =>
      reporting(
        async (author) => forumPaths.api.threadReport((await createThread({ author })).meta_slug),
        forumPaths.api.threadReport('any'),
        forumPaths.api.threadReport('no-such'),
      ),
    'POST /api/forum/comments/{id}/report/': () =>
      reporting(
        async (author) => forumPaths.api.commentReport((await createComment({ author })).id),
        forumPaths.api.commentReport(1),
        forumPaths.api.commentReport(2_000_000_000),
      ),
    'GET /api/admin/review/': async () => {
      await createThread(pending)
      await db.report.create({
        data: { comment_id: (await createComment()).id, reporter_id: (await createPerson()).id },
      })
      return listing(api.review())
    },
    'GET /api/admin/forum/queue/': () => listing(api.queue()),
    'GET /api/admin/reports/': () => listing(api.reports()),
    'GET /api/admin/audit/': () => listing(adminPaths.api.audit()),
    'GET /api/admin/audit/{id}/': async () => {
      const as = await createPerson({ role: 'admin' })
      const { id } = await db.auditEntry.create({
        data: { kind: 'thread', action: 'thread_published', target: 'gone' },
      })
      const path = adminPaths.api.auditEntry(String(id))
      return {
        200: await get(path, { as }),
        400: await get(adminPaths.api.auditEntry('first'), { as }),
        401: await get(path),
        403: await get(path, { as: await createPerson({ role: 'moderator' }) }),
        404: await get(adminPaths.api.auditEntry(2_000_000_000), { as }),
      }
    },
    'POST /api/admin/forum/threads/{meta_slug}/moderate/': async () => {
      const { meta_slug } = await createThread(pending)
      return deciding(api.moderateThread(meta_slug), api.moderateThread('no-such'), { decision: 'publish' })
    },
    'PATCH /api/admin/forum/threads/{meta_slug}/': async () => {
      const path = api.thread((await createThread()).meta_slug)
      const as = await createPerson({ role: 'moderator' })
      return {
        200: await patch(path, { is_closed: true }, { as }),
        400: await patch(path, { is_closed: 'yes' }, { as }),
        401: await patch(path, { is_closed: true }),
        403: await patch(path, { is_closed: true }, { as: await createPerson() }),
        404: await patch(api.thread('no-such'), { is_closed: true }, { as }),
      }
    },
    'GET /api/admin/forum/members/{username}/': async () => {
      const path = api.member((await createPerson()).username)
      const as = await createPerson({ role: 'moderator' })
      return {
        200: await get(path, { as }),
        400: await get('/api/admin/forum/members/%00/', { as }),
        401: await get(path),
        403: await get(path, { as: await createPerson() }),
        404: await get(api.member('no-such'), { as }),
      }
    },
    'PUT /api/admin/forum/members/{username}/hold/': async () => treating(put, api.memberHold, {}),
    'DELETE /api/admin/forum/members/{username}/hold/': async () => treating(remove, api.memberHold, undefined),
    'PUT /api/admin/forum/members/{username}/silence/': async () =>
      treating(put, api.memberSilence, { days: 1, reason: 'Rude' }),
    'DELETE /api/admin/forum/members/{username}/silence/': async () => treating(remove, api.memberSilence, undefined),
    'POST /api/admin/forum/comments/{id}/moderate/': async () => {
      const { id } = await createComment({ status: 'pending' })
      return deciding(api.moderateComment(id), api.moderateComment(2_000_000_000), { decision: 'reject' })
    },
    'POST /api/admin/forum/threads/{meta_slug}/edit/moderate/': async () => {
      const author = await createPerson()
      const { id: thread_id, meta_slug } = await createThread({ author })
      await db.pendingEdit.create({ data: { ...edit, title: 'A title', author_id: author.id, thread_id } })
      return deciding(api.moderateThreadEdit(meta_slug), api.moderateThreadEdit('no-such'), { decision: 'publish' })
    },
    'POST /api/admin/forum/comments/{id}/edit/moderate/': async () => {
      const author = await createPerson()
      const { id } = await createComment({ author })
      await db.pendingEdit.create({ data: { ...edit, author_id: author.id, comment_id: id } })
      return deciding(api.moderateCommentEdit(id), api.moderateCommentEdit(2_000_000_000), { decision: 'reject' })
    },
    'POST /api/admin/reports/{id}/resolve/': async () => {
      const data = { comment_id: (await createComment()).id, reporter_id: (await createPerson()).id }
      const { id } = await db.report.create({ data })
      return deciding(api.resolveReport(id), api.resolveReport(2_000_000_000), { action: 'dismiss' })
    },
  }
}
