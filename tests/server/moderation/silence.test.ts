import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { findImmediateMail } from '../../../server/notifications/notification-mails.ts'
import { notificationLetter } from '../../../server/notifications/notifications.mails.ts'
import { get, openApp, patch, post, put, remove } from '../../support/app.ts'
import { writeComment } from '../../support/commenting.ts'
import { createComment, createPoster, createSection, createThread } from '../../support/forum.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = moderationPaths
const moderator = await createPerson({ role: 'moderator' })
const typed = { typing_ms: 60_000 }
const week = { days: 7, reason: 'Insults in several threads' }

const silence = ({ username }: Person, body: object = week, as = moderator) =>
  put(api.memberSilence(username), body, { as })
const notificationsOf = async (as: Person) => (await get(notificationPaths.api.notifications(), { as })).body.results

describe('PUT /api/admin/forum/members/:username/silence/', () => {
  test('stores a reason of several lines, which refusals quote on one line without control characters', async () => {
    const [member, thread] = [await createPoster(), await createThread()]
    const { body } = await silence(member, { days: 7, reason: 'Sold\n\u202ewatches\u2066 and\u2028more' })
    expect(body.silence.reason).toContain('\n')
    const { detail } = (await writeComment(thread, 'A comment', member, typed)).body
    expect(detail).toMatch(/Reason: Sold watches  and more$/)
  })

  test("refuses the member's texts and votes, with the end and the reason in the member's language", async () => {
    const [member, thread, section] = [await createPoster(), await createThread(), await createSection()]
    const [membersComment, mine] = [
      await createComment({ author: member, thread }),
      await createThread({ author: member, status: 'pending' }),
    ]
    const other = await createComment({ thread })
    const { body } = await silence(member)
    expect(Date.parse(body.silence.until) - Date.now()).toBeCloseTo(7 * 86_400_000, -5)
    const request = { title: 'A new thread', section: section.slug, description: 'Something to say', ...typed }
    const refused = await Promise.all([
      post(forumPaths.api.threads(), request, { as: member }),
      patch(forumPaths.api.thread(mine.meta_slug), { title: 'Another title' }, { as: member }),
      writeComment(thread, 'A comment', member, typed),
      patch(forumPaths.api.comment(membersComment.id), { body: 'Another text' }, { as: member }),
      post(forumPaths.api.commentVote(other.id), { value: 'like' }, { as: member }),
      post(forumPaths.api.threadVote(thread.meta_slug), { value: 'like' }, { as: member }),
    ])
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 403, body: { code: 'silenced', ...body.silence } })
    const inSpanish = await writeComment(thread, 'A comment', member, typed)
    const until = (locale: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
        new Date(body.silence.until),
      )
    expect(inSpanish.body.detail).toBe(
      `You can’t write or vote in the forum until ${until('en')} UTC. Reason: ${week.reason}`,
    )
    const headers = { 'x-locale': 'es' }
    const spanish = await post(forumPaths.api.comments(thread.meta_slug), { body: 'Hola' }, { as: member, headers })
    expect(spanish.body.detail).toBe(
      `No puedes escribir ni votar en el foro hasta el ${until('es')} UTC. Motivo: ${week.reason}`,
    )
  })

  test('does not affect reading, saving, rating and reporting', async () => {
    const [member, thread, prompt] = [await createPoster(), await createThread(), await createPrompt()]
    await silence(member)
    const answers = await Promise.all([
      get(forumPaths.api.thread(thread.meta_slug), { as: member }),
      post(forumPaths.api.threadSave(thread.meta_slug), {}, { as: member }),
      post(paths.api.promptRating(prompt.slug), { value: 5 }, { as: member }),
      post(forumPaths.api.threadReport(thread.meta_slug), {}, { as: member }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201])
  })

  test('ends at its end date or by a moderator, with a notification and an audit entry', async () => {
    const [member, thread] = [await createPoster({ moderation_mail: 'at_once' }), await createThread()]
    const { body } = await silence(member)
    expect(await notificationsOf(member)).toMatchObject([
      { kind: 'silenced', note: week.reason, ends_at: body.silence.until, thread: null, actor: null },
    ])
    const { id } = await db.notification.findFirstOrThrow({ where: { user_id: member.id } })
    const mail = await findImmediateMail(id)
    const site = { name: 'Site', url: 'http://site.test' }
    const letter = mail && notificationLetter(mail, { site, token: 'x', isDigest: false })
    expect(letter?.text).toMatch(/can’t write or vote in the forum until .+ UTC\./)
    expect(letter?.quote).toBe(week.reason)

    const ended = await remove(api.memberSilence(member.username), undefined, { as: moderator })
    expect(ended.body.silence).toBeNull()
    await remove(api.memberSilence(member.username), undefined, { as: moderator })
    expect((await writeComment(thread, 'Sorry', member, typed)).status).toBe(201)
    expect((await notificationsOf(member)).map(({ kind }: { kind: string }) => kind)).toEqual([
      'silence_ended',
      'silenced',
    ])
    const entries = await db.auditEntry.findMany({
      where: { kind: 'member', target: String(member.id) },
      orderBy: { id: 'asc' },
    })
    expect(entries).toMatchObject([
      { action: 'member_silenced', actor_id: moderator.id, after: { silence: { reason: week.reason } } },
      { action: 'silence_ended', before: { silence: { reason: week.reason } }, after: { silence: null } },
    ])

    await silence(member, { days: 1, reason: 'Again' })
    await db.user.update({ where: { id: member.id }, data: { silenced_until: new Date() } })
    expect((await writeComment(thread, 'It is over', member, typed)).status).toBe(201)
    expect((await get(api.member(member.username), { as: moderator })).body.silence).toBeNull()
    const { account } = (await get(paths.api.meExport, { as: member })).body
    expect(account.silence_reason).toBe('Again')
  })

  test('refuses invalid fields and team members, and ends when the member becomes a moderator', async () => {
    const [member, admin] = [await createPoster(), await createPerson({ role: 'admin' })]
    expect((await silence(member, { days: 2, reason: 'x' })).body).toEqual({
      days: [expect.stringContaining('1, 7, 30')],
    })
    expect((await silence(member, { days: 1, reason: ' ' })).body).toHaveProperty('reason')
    expect((await silence(await createPerson({ role: 'moderator' }), week, admin)).status).toBe(403)
    expect((await silence(member, week, await createPoster())).status).toBe(403)
    await silence(member)
    const { headers } = await get(adminPaths.api.member(member.id), { as: admin })
    const role = { role: 'moderator', granted_tier: 0, granted_until: null, granted_reason: '' }
    await put(adminPaths.api.member(member.id), role, { as: admin, headers: { 'if-match': String(headers.etag) } })
    expect((await writeComment(await createThread(), 'I moderate', member, typed)).status).toBe(201)
  })
})
