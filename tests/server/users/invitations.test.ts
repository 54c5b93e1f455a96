import { beforeAll, describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import { invitationPaths } from '#shared/users/invitation-paths.ts'
import { db } from '../../../server/database/db.ts'
import { sweepExpired } from '../../../server/users/sweep.ts'
import { get, openApp, patch, post, remove, sql, startApp } from '../../support/app.ts'
import { newAddress, sendInvitation } from '../../support/invitations.ts'
import { lastMailTo, mailsTo } from '../../support/mail.ts'
import { createPerson, password, password_hash } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = invitationPaths
let as: Person
beforeAll(async () => {
  as = await createPerson({ role: 'admin', username: `inviter-${Date.now()}`, first_name: 'Inés' })
})
const read = (token: string) => post(api.invitation, { token })
const accept = (token: string, by: Person) => post(api.accept, { token }, { as: by })
const register = (token: string, changes = {}) =>
  post(api.register, { token, name: 'Ana', surname: 'Gil', password, ...changes })
const roleOf = async (email: string) => (await db.user.findUnique({ where: { email } }))?.role
/** Reason of a refusal. */
const emailProblem = async (email: string) =>
  (await post(api.list, { email, role: 'editor', language: 'en' }, { as })).body.email[0] as string
const invitationsOf = async (person: Person) => (await get(paths.api.meExport, { as: person })).body.invitations
const wrongLink = { token: [expect.stringContaining('expired')] }
const entries = (kind: string, target: number) =>
  db.auditEntry.findMany({ where: { kind, target: String(target) }, orderBy: { id: 'asc' } })

describe('an invitation', () => {
  test('is mailed in the chosen language, with a token that is stored as a hash only', async () => {
    const email = newAddress()
    const sent = await post(api.list, { email, role: 'analyst', language: 'es' }, { as })
    expect(sent.body).toMatchObject({ email, role: 'analyst', language: 'es', inviter: as.username, is_void: false })
    const days = (Date.parse(sent.body.expires_at) - Date.parse(sent.body.sent_at)) / 86_400_000
    expect(days).toBe(7)
    const mail = await lastMailTo(email)
    expect(mail.subject).toMatch(/^Te invitan a colaborar en /)
    expect(mail.text).toContain('Inés te invita')
    expect(mail.link).toBe(`http://library.test/invitation?token=${mail.token}`)
    const { rows } = await sql.query(`SELECT i::text AS row FROM invitation i WHERE email = '${email}'`)
    expect(rows[0].row).not.toContain(mail.token)
    expect((await read(mail.token)).body).toEqual({
      email,
      role: 'analyst',
      inviter: as.username,
      expires_at: sent.body.expires_at,
    })
  })

  test.each([
    [{ email: 'nobody', role: 'editor', language: 'en' }, 'email'],
    [{ email: 'a@b.test', role: 'user', language: 'en' }, 'role'],
    [{ email: 'a@b.test', role: 'editor', language: 'fr' }, 'language'],
  ])('of %j is refused with the name of the invalid field', async (body, field) => {
    const { status, body: problem } = await post(api.list, body, { as })
    expect([status, Object.keys(problem)]).toEqual([400, [field]])
  })

  test('is refused if the e-mail has an open invitation, or an account with the role', async () => {
    const { email } = await sendInvitation()
    expect(await emailProblem(email.toUpperCase())).toMatch(/already been invited/)
    for (const changes of [{ role: 'editor' }, { role: 'admin' }] as const)
      expect(await emailProblem((await createPerson(changes)).email)).toMatch(/can already do that/)
    expect(await emailProblem((await createPerson({ blocked_at: new Date() })).email)).toMatch(/blocked/)
    await sendInvitation({ email: (await createPerson({ role: 'moderator' })).email })
  })

  test('is listed with its end date, latest first, until it is withdrawn', async () => {
    const [first, second] = [await sendInvitation({ by: as }), await sendInvitation({ by: as })]
    const listed = async () => ((await get(api.list, { as })).body as { id: number }[]).map(({ id }) => id)
    expect((await listed()).slice(0, 2)).toEqual([second.id, first.id])
    expect((await remove(api.item(first.id), undefined, { as })).status).toBe(204)
    expect(await listed()).not.toContain(first.id)
    expect((await read(first.token)).body).toEqual(wrongLink)
    expect((await remove(api.item(first.id), undefined, { as })).status).toBe(404)
  })

  test('that is sent again has a new link, and its former link is invalid', async () => {
    const { id, email, token } = await sendInvitation()
    await db.invitation.update({ where: { id }, data: { expires_at: new Date(0) } })
    const isExpired = async () =>
      (await get(api.list, { as })).body.find((one: { id: number }) => one.id === id).is_expired
    expect(await isExpired()).toBe(true)
    expect((await read(token)).body).toEqual(wrongLink)
    const { body } = await post(api.resend(id), undefined, { as })
    expect(body).toMatchObject({ id, inviter: as.username, is_expired: false })
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now())
    const again = await lastMailTo(email, { after: 1 })
    expect((await read(token)).body).toEqual(wrongLink)
    expect((await read(again.token)).status).toBe(200)
  })

  test('is in the audit log with the names of actors, without the e-mail of the invited person', async () => {
    const { id, email, token } = await sendInvitation({ by: as })
    await post(api.resend(id), undefined, { as })
    const { token: second } = await lastMailTo(email, { after: 1 })
    expect(token).not.toBe(second)
    const invited = await createPerson({ email, role: 'moderator' })
    await accept(second, invited)
    const log = await entries('invitation', id)
    expect(log.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['invitation_sent', as.username],
      ['invitation_resent', as.username],
    ])
    expect(JSON.stringify(log.map(({ after }) => after))).not.toContain(email)
    expect(await entries('member', invited.id)).toMatchObject([
      {
        action: 'invitation_accepted',
        actor_name: invited.username,
        before: { role: 'moderator' },
        after: { role: 'editor', invited_by: as.username },
      },
    ])
    const { body } = await get(adminPaths.api.audit({ kind: 'invitation', target: String(id) }), { as })
    expect(body.results[0].name).toBe('i…@example.test')
  })

  test('is sent to one e-mail at most three times an hour, counting all admins', async () => {
    const of = await startApp({ LIMITS: 'on' })
    const email = newAddress()
    const statuses = []
    for (let time = 0; time < 4; time++) {
      const by = await createPerson({ role: 'admin' })
      const { status, body } = await post(api.list, { email, role: 'editor', language: 'en' }, { as: by, of })
      statuses.push(status)
      if (status === 201) await remove(api.item(body.id), undefined, { as: by, of })
    }
    expect(statuses).toEqual([201, 201, 201, 429])
  })

  test('is deleted 30 days after its end date', async () => {
    const { id } = await sendInvitation()
    await db.invitation.update({ where: { id }, data: { expires_at: new Date(Date.now() - 29 * 86_400_000) } })
    await sweepExpired()
    expect(await db.invitation.count({ where: { id } })).toBe(1)
    await db.invitation.update({ where: { id }, data: { expires_at: new Date(Date.now() - 31 * 86_400_000) } })
    await sweepExpired()
    expect(await db.invitation.count({ where: { id } })).toBe(0)
  })
})

describe('an invited person without an account', () => {
  test('registers with name and password, and gets the role, a confirmed e-mail and a session', async () => {
    const { token, email } = await sendInvitation()
    const { status, body } = await register(token)
    expect(status).toBe(200)
    const me = await get(paths.api.me, { as: { token: body.access as string } })
    expect(me.body).toMatchObject({ email, role: 'editor', first_name: 'Ana', is_email_confirmed: true })
    expect(mailsTo(email)).toHaveLength(1)
  })

  test('is signed in by a repeated registration with the same password within some minutes', async () => {
    const { token, email } = await sendInvitation()
    await register(token)
    const { status, body } = await register(token)
    expect(status).toBe(200)
    expect((await get(paths.api.me, { as: { token: body.access as string } })).body).toMatchObject({ email })
    expect(await db.user.count({ where: { email } })).toBe(1)
    expect((await register(token, { password: 'quite another secret 7' })).body).toEqual({
      password: [expect.any(String)],
    })
    expect((await accept(token, await createPerson())).body).toEqual(wrongLink)
    await db.oneTimeToken.updateMany({ where: { user: { email } }, data: { expires_at: new Date(0) } })
    expect((await register(token)).body).toEqual(wrongLink)
  })

  test('gets 400 with the name of the invalid field, and can try again', async () => {
    const { token, email } = await sendInvitation()
    for (const [field, value] of [
      ['name', ''],
      ['password', 'short'],
      ['password', 'password1'],
    ] as const)
      expect(Object.keys((await register(token, { [field]: value })).body)).toEqual([field])
    expect((await register('nothing')).body).toEqual(wrongLink)
    expect((await register(token, { role: 'admin', email: newAddress() })).status).toBe(200)
    expect(await roleOf(email)).toBe('editor')
  })

  test("takes over an unconfirmed account with the e-mail, and ends its former user's access", async () => {
    const { token, email } = await sendInvitation()
    const other = await createPerson({ email, password_hash, first_name: 'Mallory' })
    expect((await register(token, { password: 'quite another secret 7' })).status).toBe(200)
    expect((await get(paths.api.me, { as: other })).status).toBe(401)
    expect((await post(paths.api.token, { email, password })).status).toBe(401)
    expect(await db.user.findUnique({ where: { email } })).toMatchObject({ first_name: 'Ana', role: 'editor' })
  })

  test('has to log in if the e-mail has a confirmed account', async () => {
    const { token, email } = await sendInvitation()
    const person = await createPerson({ email, email_confirmed_at: new Date() })
    expect((await register(token)).body).toEqual({ email: [expect.stringContaining('Log in')] })
    expect(await roleOf(email)).toBe('user')
    expect((await accept(token, person)).status).toBe(204)
  })

  test('gets one account by registering in two tabs', async () => {
    const { token, email } = await sendInvitation()
    const statuses = (await Promise.all([register(token), register(token)])).map(({ status }) => status)
    expect(statuses).toEqual([200, 200])
    expect(await db.user.count({ where: { email } })).toBe(1)
  })
})

describe('an invited member', () => {
  test('accepts once, even in two tabs, and gets the role at once', async () => {
    const { token, email } = await sendInvitation()
    const person = await createPerson({ email })
    const answers = await Promise.all([accept(token, person), accept(token, person)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect((await accept(token, person)).status).toBe(204)
    expect(await entries('member', person.id)).toHaveLength(1)
    expect((await get(adminPaths.api.library('tags'), { as: person })).status).toBe(200)
    expect(await db.user.findUnique({ where: { email } })).toMatchObject({ email_confirmed_at: expect.any(Date) })
  })

  test('cannot accept an invitation for another e-mail, which stays open', async () => {
    const { token, email } = await sendInvitation({ role: 'admin' })
    const other = await createPerson()
    expect(await accept(token, other)).toMatchObject({ status: 409, body: { code: 'other_address' } })
    expect(await roleOf(other.email)).toBe('user')
    expect((await accept(token, await createPerson({ email }))).status).toBe(204)
  })

  test('who has become an admin keeps that role, and gets 409', async () => {
    const { token, email } = await sendInvitation()
    const person = await createPerson({ email, role: 'admin' })
    expect(await accept(token, person)).toMatchObject({ status: 409, body: { code: 'admin' } })
    expect(await roleOf(email)).toBe('admin')
  })

  test('who has been blocked can neither log in nor accept', async () => {
    const { token, email } = await sendInvitation()
    const person = await createPerson({ email, password_hash })
    await db.user.update({ where: { email }, data: { blocked_at: new Date() } })
    expect((await accept(token, person)).status).toBe(401)
    expect((await register(token)).status).toBe(400)
    expect(await roleOf(email)).toBe('user')
  })

  test('cannot get another role by sending an invitation, a profile change or a forged token', async () => {
    const person = await createPerson({ role: 'editor' })
    const toMyself = { email: person.email, role: 'admin', language: 'en' }
    expect((await post(api.list, toMyself, { as: person })).status).toBe(403)
    await patch(paths.api.me, { role: 'admin' }, { as: person })
    expect((await accept('nothing', person)).body).toEqual(wrongLink)
    expect(await roleOf(person.email)).toBe('editor')
  })
})

describe('an admin who sent an invitation', () => {
  test.each([
    ['loses the role', { role: 'editor' }],
    ['is blocked', { blocked_at: new Date() }],
  ] as const)('who %s makes it invalid until another admin sends it again', async (_what, data) => {
    const { id, token, email, by } = await sendInvitation({ role: 'admin' })
    await db.user.update({ where: { id: by.id }, data })
    expect((await read(token)).body).toEqual(wrongLink)
    expect((await register(token)).body).toEqual(wrongLink)
    expect((await accept(token, await createPerson({ email }))).body).toEqual(wrongLink)
    const listed = (await get(api.list, { as })).body as { id: number; is_void: boolean }[]
    expect(listed.find((one) => one.id === id)?.is_void).toBe(true)
    await post(api.resend(id), undefined, { as })
    expect((await read((await lastMailTo(email, { after: 1 })).token)).status).toBe(200)
  })

  test('who removes the account deletes it', async () => {
    const by = await createPerson({ role: 'admin', password_hash })
    const { id, token } = await sendInvitation({ by })
    expect((await remove(paths.api.me, { password }, { as: by })).status).toBe(204)
    expect(await db.invitation.count({ where: { id } })).toBe(0)
    expect((await read(token)).body).toEqual(wrongLink)
  })
})

describe('the data export and removal of an account', () => {
  test('include the invitations from the account, and those to its confirmed e-mail', async () => {
    const { email, by } = await sendInvitation()
    expect(await invitationsOf(by)).toMatchObject([{ role: 'editor', is_sent: true }])
    const person = await createPerson({ email })
    expect(await invitationsOf(person)).toEqual([])
    await db.user.update({ where: { email }, data: { email_confirmed_at: new Date() } })
    expect(await invitationsOf(person)).toMatchObject([{ role: 'editor', is_sent: false }])
  })

  test('delete the invitations to its e-mail only if the e-mail was confirmed', async () => {
    for (const [email_confirmed_at, left] of [
      [null, 1],
      [new Date(), 0],
    ] as const) {
      const { id, email } = await sendInvitation()
      const person = await createPerson({ email, email_confirmed_at, password_hash })
      await remove(paths.api.me, { password }, { as: person })
      expect(await db.invitation.count({ where: { id } })).toBe(left)
    }
  })
})
