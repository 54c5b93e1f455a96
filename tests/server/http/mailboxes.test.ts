import '../../../server/messages.ts'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { createApp } from '../../../server/app.ts'
import { featureRoutes } from '../../../server/routes.ts'
import { startBackground } from '../../../server/start/background.ts'
import { closeDatabase, databaseUrl, db, openDatabase } from '../../../server/database/db.ts'
import { createJobs } from '../../../server/jobs.ts'
import { canonicalMailboxOf } from '../../../server/limits/mailbox.ts'
import { limits } from '../../../server/limits/limits.ts'
import { parseSettings } from '../../../server/settings/settings.ts'
import { queueUserMail } from '../../../server/users/users.jobs.ts'
import { createDatabase, until } from '../../support/postgres/database.ts'
import { lastMailIn, mailsIn } from '../../support/mail-reading.ts'
import { password, password_hash } from '../../support/people.ts'
import { createDataFolder } from '../../support/site.ts'
import { openApp } from '../../support/app.ts'

await openApp()

// A server with limits on requests and mails.
await openDatabase(await createDatabase(inject('postgres')), 5)
const folder = createDataFolder()
const settings = parseSettings({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATA_DIR: folder,
  PUBLIC_URL: 'http://library.test',
  TRUST_PROXY: 'loopback',
})
const secrets: [string] = ['a secret that only the tests know of']
const app = await createApp({ settings, secrets, renderer: null, jobs: createJobs(databaseUrl), routes: featureRoutes })
// A single mail connection: of two concurrent links the older would not be sent.
await startBackground(app, { settings, secrets, mailConnections: 1 })
afterAll(async () => {
  await app.close()
  await closeDatabase()
})

let requests = 0
/** Sends each request from a new IP address, so that only the mailbox is limited. */
async function ask(method: 'POST' | 'DELETE', url: string, payload?: object, token?: string) {
  const headers = { 'x-forwarded-for': `203.0.113.${++requests}`, ...(token && { authorization: `Bearer ${token}` }) }
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}
const { api } = paths
const register = (email: string) => ask('POST', api.register, { email, name: 'Ana', surname: 'Gil', password })
const signIn = async (email: string) => (await ask('POST', api.token, { email, password })).body.access as string
const reset = (email: string) => ask('POST', api.passwordReset, { email })
const createOwner = async (email: string, email_confirmed_at: Date | null) =>
  db.user.create({ data: { username: `owner-${++requests}`, email, email_confirmed_at, password_hash } })
const tokenOf = async (user_id: number) =>
  app.signAccess(user_id, (await db.session.create({ data: { user_id, device: '' } })).id)
const left = () => db.$queryRaw<object[]>`SELECT FROM pgboss.job WHERE name = 'user_mail' AND state <> 'completed'`
/** Waits for all jobs; returns the number of mails. Of two queued links the older is not sent if it runs after the newer. */
async function countMails(email: string) {
  await until(async () => (await left()).length === 0)
  return mailsIn(folder, email).length
}

describe('the mailbox of a person who requested no mail', () => {
  test('gets at most four mails an hour, whatever a stranger requests with its address', async () => {
    const email = 'victim@example.test'
    for (let round = 0; round < 2; round++) {
      expect((await register(email)).status).toBe(201)
      const token = await signIn(email)
      for (let time = 0; time < limits.mail.points; time++)
        expect((await ask('POST', api.resendConfirmation, undefined, token)).status).toBe(204)
      expect((await reset(email)).status).toBe(204)
      const changed = { current_password: password, new_password: `${password} too` }
      const { body } = await ask('POST', api.mePassword, changed, token)
      expect((await ask('DELETE', api.me, { password: changed.new_password }, body.access)).status).toBe(204)
    }
    expect(await countMails(email)).toBeLessThanOrEqual(limits.mailbox.points)
  })

  test('counts requests of other accounts to change to its address', async () => {
    const email = 'wanted@example.test'
    for (let time = 0; time < limits.mailbox.points + 2; time++) {
      const { id } = await createOwner(`wants-${time}@example.test`, new Date())
      expect((await ask('POST', api.meEmail, { email, password }, await tokenOf(id))).status).toBe(204)
    }
    expect(await countMails(email)).toBe(limits.mailbox.points)
  })

  test('counts Google sign-ins with its address', async () => {
    const email = 'linked@example.test'
    const { id: user_id } = await createOwner(email, new Date())
    for (let time = 0; time < limits.mailbox.points + 2; time++) {
      await db.$transaction((transaction) =>
        queueUserMail(app.jobs, transaction, { kind: 'link_google', user_id, email, google_sub: `somebody ${time}` }),
      )
      await countMails(email)
    }
    expect(await countMails(email)).toBe(limits.mailbox.points)
  })

  test('counts the mails of all spellings of its address', async () => {
    for (let time = 0; time < limits.mailbox.points + 2; time++)
      expect((await register(`v.ic.tim+${time}@gmail.com`)).status).toBe(201)
    await countMails('')
    expect(
      Array.from({ length: limits.mailbox.points + 2 }, (_, at) => mailsIn(folder, `v.ic.tim+${at}@gmail.com`)).flat(),
    ).toHaveLength(limits.mailbox.points)
  })
})

test.each([
  ['ana@example.test', 'ana@example.test'],
  [' Ana+news@Example.test', 'ana@example.test'],
  ['a.na@example.test', 'a.na@example.test'],
  ['a.na+b+c@gmail.com', 'ana@gmail.com'],
  ['an.a@googlemail.com', 'ana@gmail.com'],
])('canonicalMailboxOf maps %j to %j', (email, mailbox) => {
  expect(canonicalMailboxOf(email)).toBe(mailbox)
})

describe('the mailbox of a member', () => {
  test('gets at most four reset mails an hour, and the newest link is valid', async () => {
    const email = 'member@example.test'
    await createOwner(email, new Date())
    for (let time = 0; time < limits.mailbox.points + 3; time++) {
      expect((await reset(email)).status).toBe(204)
      await countMails(email)
    }
    expect(await countMails(email)).toBe(limits.mailbox.points)
    const { token } = await lastMailIn(folder, email, limits.mailbox.points - 1)
    expect((await ask('POST', api.passwordResetConfirm, { token, password })).status).toBe(204)
  })

  test.each([
    ['owner.of@example.test', (time: number) => `owner.of+${time}@example.test`],
    ['dotted@gmail.com', (time: number) => `${'dotted'.slice(0, time + 1)}.${'dotted'.slice(time + 1)}@gmail.com`],
  ])('%s gets a reset mail even after strangers registered other spellings of its address', async (email, alike) => {
    await createOwner(email, new Date())
    const count = limits.mailbox.points + 1
    for (let time = 0; time < count; time++) expect((await register(alike(time))).status).toBe(201)
    await countMails('')
    expect(Array.from({ length: count }, (_, at) => mailsIn(folder, alike(at))).flat()).toHaveLength(
      limits.mailbox.points,
    )
    expect((await reset(email)).status).toBe(204)
    await countMails('')
    const { token } = await lastMailIn(folder, email, 0)
    expect((await ask('POST', api.passwordResetConfirm, { token, password })).status).toBe(204)
  })

  test('gets mails about account changes beyond the limit', async () => {
    const email = 'robbed@example.test'
    const { id } = await createOwner(email, new Date())
    for (let time = 0; time < limits.mailbox.points + 1; time++) await reset(email)
    expect(await countMails(email)).toBe(limits.mailbox.points)
    const new_password = `${password} too`
    const changed = { current_password: password, new_password }
    const { body } = await ask('POST', api.mePassword, changed, await tokenOf(id))
    await ask('POST', api.meEmail, { email: 'thief@example.test', password: new_password }, body.access)
    const { token } = await lastMailIn(folder, 'thief@example.test', 0)
    expect((await ask('POST', api.confirmEmail, { token })).status).toBe(200)
    expect(await countMails(email)).toBe(limits.mailbox.points + 2)
  })
})
