import { describe, expect, test } from 'vitest'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { db } from '../../../server/database/db.ts'
import { findDigest, queueDigests } from '../../../server/notifications/notification-mails.ts'
import { app, get, openApp, patch, post, secretOfTests, sql, startApp } from '../../support/app.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { lastMailTo, mailsTo } from '../../support/mail.ts'
import { commentFor, createMember, jobsDone, sendNotification } from '../../support/notifications.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = notificationPaths
const site = 'http://library.test'
const digest = async () => {
  await queueDigests(app.jobs)
  await jobsDone()
}
const readAll = async (as: Person) => {
  const { body } = await get(api.notifications(), { as })
  await post(api.read, { up_to: body.results[0].id }, { as })
}
const show = (id: number) => db.comment.update({ where: { id }, data: { hidden_at: null } })

describe('a mail sent at once', () => {
  test.each([
    ['en', 'Hello Ana,', 'Your thread “A good title” was not published', 'Edit the thread:'],
    ['es', 'Hola, Ana:', 'Tu hilo «A good title» no se ha publicado', 'Editar el hilo:'],
  ] as const)(
    "contains the moderator's decision and note, and a link to edit the thread: %s",
    async (language, hello, subject, label) => {
      const person = await createMember({ language, first_name: 'Ana' })
      const moderation_note = 'Please add an example.\n<b>And</b> a better title.'
      const thread = await createThread({ author: person, status: 'rejected', title: 'A good title', moderation_note })
      await sendNotification({ user_id: person.id, kind: 'thread_rejected', key: 'rejected:1', thread_id: thread.id })
      const mail = await lastMailTo(person.email)
      expect(mail.subject).toBe(subject)
      expect(mail.text).toContain(`${hello}\n\n`)
      expect(mail.text).toContain('> Please add an example.\n> <b>And</b> a better title.\n\n')
      expect(mail.text).toContain(`${label}\n${site}/forum/thread/${thread.meta_slug}\n`)
      expect(mail.html).toContain('Please add an example.\n&lt;b&gt;And&lt;/b&gt; a better title.')
      expect(mail.text).toContain(`${site}/profile#notifications`)
    },
  )

  test('informs the author of a published thread, and the reporter of a handled report', async () => {
    const person = await createMember()
    const thread = await createThread({ author: person })
    await sendNotification({ user_id: person.id, kind: 'thread_published', key: 'published:1', thread_id: thread.id })
    expect((await lastMailTo(person.email)).subject).toBe(`Your thread “${thread.title}” is published`)
    const removed = await createThread({ deleted_at: new Date() })
    await sendNotification({ user_id: person.id, kind: 'report_handled', key: 'report:1', thread_id: removed.id })
    const mail = await lastMailTo(person.email, { after: 1 })
    expect(mail.subject).toBe('Your report was reviewed')
    expect(mail.text + mail.html).not.toContain(removed.title)
  })

  test('informs a member of a reply and of a comment, with a link to it', async () => {
    const person = await createMember({ activity_mail: 'at_once' })
    const { thread, comment, author } = await commentFor(person)
    const mail = await lastMailTo(person.email)
    expect(mail.subject).toBe(`${author.username} commented on “${thread.title}”`)
    expect(mail.text).toContain(`${site}/forum/thread/${thread.meta_slug}?comment=${comment.id}`)
    const reply = await createComment({ parent: comment, author })
    const event = { key: `comment:${reply.id}`, thread_id: thread.id, comment_id: reply.id, actor_id: author.id }
    await sendNotification({ user_id: person.id, kind: 'reply', ...event })
    expect((await lastMailTo(person.email, { after: 1 })).subject).toBe(
      `${author.username} replied to you in “${thread.title}”`,
    )
  })

  test('is sent once if the same notification is created several times', async () => {
    const person = await createMember()
    const { id: thread_id } = await createThread({ author: person })
    const notification = { user_id: person.id, kind: 'thread_published', key: 'published:1', thread_id } as const
    await Promise.all([sendNotification(notification), sendNotification(notification), sendNotification(notification)])
    await lastMailTo(person.email)
    await sendNotification(notification)
    await digest()
    expect(mailsTo(person.email)).toHaveLength(1)
  })

  test('does not turn names and titles into links', async () => {
    const person = await createMember({ activity_mail: 'at_once' })
    const author = await createPerson({ username: 'win.evil.test' })
    const title = 'See https://evil.test, evil.test or x@evil.test \u202Enow'
    const thread = await createThread({ author: person, title })
    await commentFor(person, { thread, author })
    const { subject, text, html } = await lastMailTo(person.email)
    for (const form of [subject, text, html]) {
      expect(form).toContain('See https')
      expect(form).not.toMatch(/evil\.test|https:\/\/evil|x@evil|\u202E/)
    }
  })

  test('is not sent for a hidden comment, which is in the digest once it is visible and unread', async () => {
    const person = await createMember({ activity_mail: 'at_once' })
    const thread = await createThread({ author: person })
    const { id, author_id } = await createComment({ thread, hidden_at: new Date() })
    const event = { key: `comment:${id}`, thread_id: thread.id, comment_id: id, actor_id: author_id ?? 0 }
    await sendNotification({ user_id: person.id, kind: 'comment', ...event })
    await digest()
    expect(mailsTo(person.email)).toEqual([])
    await show(id)
    await digest()
    expect(mailsTo(person.email).map(({ subject }) => subject)).toEqual(['1 notification from Promptory'])
    await patch(api.settings, { activity_mail: 'daily' }, { as: person })
    await commentFor(person, { thread })
    await readAll(person)
    await digest()
    expect(mailsTo(person.email)).toHaveLength(1)
  })

  test("about members' texts is sent at most 20 times an hour, and the digest contains the rest", async () => {
    const person = await createMember({ activity_mail: 'at_once' })
    const [thread, author] = [await createThread({ author: person }), await createPerson()]
    for (let made = 0; made < 23; made++) await commentFor(person, { thread, author })
    await jobsDone()
    expect(mailsTo(person.email)).toHaveLength(20)
    await digest()
    expect((await lastMailTo(person.email)).subject).toBe('3 notifications from Promptory')
  })

  test("about members' texts is not sent to an unconfirmed e-mail", async () => {
    const person = await createPerson({ activity_mail: 'at_once' })
    await commentFor(person)
    await digest()
    expect(mailsTo(person.email)).toEqual([])
  })
})

describe('the daily digest', () => {
  test('runs each day at 07:00 UTC', async () => {
    const { rows } = await sql.query("SELECT cron FROM pgboss.schedule WHERE name = 'notification_digest'")
    expect(rows).toEqual([{ cron: '0 7 * * *' }])
  })

  test('is sent once to each member with unseen notifications, and to nobody else', async () => {
    const [person, other, nobody] = [await createMember(), await createMember({ language: 'es' }), await createMember()]
    const { thread, comment, author } = await commentFor(person)
    await commentFor(person)
    await commentFor(other)
    await Promise.all([digest(), digest()])
    await digest()
    const mails = mailsTo(person.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['2 notifications from Promptory'])
    for (const form of [mails[0]?.text, mails[0]?.html]) {
      expect(form).toContain(`${author.username} commented on your thread “${thread.title}”.`)
      expect(form).toContain(`${site}/forum/thread/${thread.meta_slug}?comment=${comment.id}`)
    }
    expect(mailsTo(other.email).map(({ subject }) => subject)).toEqual(['1 notificación de Promptory'])
    expect(mailsTo(nobody.email)).toEqual([])
    await commentFor(person)
    await digest()
    expect((await lastMailTo(person.email, { after: 1 })).subject).toBe('1 notification from Promptory')
  })

  test('has the same content if its job is repeated, unless notifications were read or hidden meanwhile', async () => {
    const person = await createMember()
    const { comment } = await commentFor(person)
    await commentFor(person)
    await digest()
    const { mailed_at } = await db.notification.findFirstOrThrow({ where: { user_id: person.id } })
    await commentFor(person)
    const again = () => findDigest(person.id, mailed_at ?? new Date())
    expect(await again()).toMatchObject({ total: 2, items: [{}, { comment_id: comment.id }] })
    await db.comment.updateMany({ where: { thread: { author_id: person.id } }, data: { hidden_at: new Date() } })
    expect(await again()).toBeNull()
    await show(comment.id)
    await readAll(person)
    expect(await again()).toBeNull()
  })

  test('lists at most 20 notifications, and counts the rest', async () => {
    const person = await createMember()
    const [thread, author] = [await createThread({ author: person }), await createPerson()]
    for (let made = 0; made < 23; made++) await commentFor(person, { thread, author })
    await digest()
    const { subject, text } = await lastMailTo(person.email)
    expect(subject).toBe('23 notifications from Promptory')
    expect(text.match(/^\* /gm)).toHaveLength(20)
    expect(text).toContain('And 3 more.')
  })

  test('is not sent to members who want no mail', async () => {
    const person = await createMember({ activity_mail: 'none', moderation_mail: 'none' })
    const { thread } = await commentFor(person)
    await sendNotification({ user_id: person.id, kind: 'thread_published', key: 'published:1', thread_id: thread.id })
    await digest()
    expect(mailsTo(person.email)).toEqual([])
    const { body } = await get(api.notifications(), { as: person })
    expect(body.results).toHaveLength(2)
    // Mails that were unwanted then are not sent later.
    await patch(api.settings, { activity_mail: 'daily' }, { as: person })
    await digest()
    expect(mailsTo(person.email)).toEqual([])
  })
})

const mailed = async () => {
  const person = await createMember()
  await commentFor(person)
  await digest()
  return { person, mail: await lastMailTo(person.email) }
}
const settingsOf = async (as: Person) => (await get(api.settings, { as })).body

describe('the unsubscribe link of a mail', () => {
  test('is in the List-Unsubscribe headers, and changes no setting if it is only opened', async () => {
    const { person, mail } = await mailed()
    expect(mail.headers['list-unsubscribe']).toBe(`<${site}${api.unsubscribe(mail.token)}>`)
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(mail.link).toBe(`${site}/unsubscribe?token=${mail.token}`)
    const { status, headers } = await get(api.unsubscribe(mail.token))
    expect([status, headers.location]).toEqual([303, `/unsubscribe?token=${mail.token}`])
    await get(notificationPaths.unsubscribe(mail.token))
    expect(await settingsOf(person)).toMatchObject({ activity_mail: 'daily' })
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('ends these mails with one POST request without a sign-in: %s', async (type, form) => {
    const { person, mail } = await mailed()
    const click = () => post(api.unsubscribe(mail.token), form, { headers: { 'content-type': type } })
    const { status, body } = await click()
    expect([status, body]).toEqual([200, { ended: ['activity_mail'] }])
    expect((await click()).status).toBe(200)
    expect(await settingsOf(person)).toEqual({ activity_mail: 'none', moderation_mail: 'at_once' })
    await commentFor(person)
    await digest()
    expect(mailsTo(person.email)).toHaveLength(1)
  })

  test('stays valid after a rotation of the secret, and is invalid with an unknown secret', async () => {
    const { person, mail } = await mailed()
    const click = async (...secrets: [string, ...string[]]) =>
      (await post(api.unsubscribe(), { token: mail.token }, { of: await startApp({}, secrets) })).status
    expect(await click('a secret that nobody signed anything with')).toBe(400)
    expect(await settingsOf(person)).toMatchObject({ activity_mail: 'daily' })
    expect(await click('a secret that nobody signed anything with', secretOfTests)).toBe(200)
    expect(await settingsOf(person)).toMatchObject({ activity_mail: 'none' })
  })

  test('opens a page that ends these mails, with the token in the body and without a referrer', async () => {
    const { person, mail } = await mailed()
    expect((await get(notificationPaths.unsubscribe(mail.token))).headers['referrer-policy']).toBe('no-referrer')
    expect((await post(api.unsubscribe(), { token: mail.token })).status).toBe(200)
    expect(await settingsOf(person)).toMatchObject({ activity_mail: 'none' })
  })

  test('ends both kinds of mail if the link is in a digest with both kinds', async () => {
    const person = await createMember({ moderation_mail: 'daily' })
    const { thread } = await commentFor(person)
    await sendNotification({ user_id: person.id, kind: 'thread_published', key: 'published:1', thread_id: thread.id })
    await digest()
    const { token } = await lastMailTo(person.email)
    const { body } = await post(api.unsubscribe(), { token })
    expect(body).toEqual({ ended: ['moderation_mail', 'activity_mail'] })
  })

  test("returns 400 for a forged token, another member's token or a token of other mails", async () => {
    const { person, mail } = await mailed()
    const other = await createMember()
    const mac = mail.token.split('-').slice(2).join('-')
    const madeUp = [
      '',
      'x',
      `${mail.token}x`,
      `${other.id}-activity-${mac}`,
      `${person.id}-all-${mac}`,
      mail.token.slice(0, -1),
    ]
    for (const token of madeUp) {
      const { status, body } = await post(api.unsubscribe(), { token })
      expect([token, status, Object.keys(body)]).toEqual([token, 400, ['token']])
    }
    for (const one of [person, other]) expect(await settingsOf(one)).toMatchObject({ activity_mail: 'daily' })
    await db.user.delete({ where: { id: person.id } })
    expect((await post(api.unsubscribe(mail.token))).status).toBe(400)
  })
})
