import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { db } from '../../../server/database/db.ts'
import { createMailer } from '../../../server/mail/transport.ts'
import { parseSettings, siteFromSettings } from '../../../server/settings/settings.ts'
import { describeError } from '../../../server/telemetry/logging.ts'
import { lifetimeSeconds, createToken as tryToMakeToken, consumeToken } from '../../../server/mail/one-time-tokens.ts'
import { queueUserMail } from '../../../server/users/users.jobs.ts'
import type { UserMail } from '../../../server/users/users.jobs.ts'
import { app, folder as folderOfTests, openApp, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { lastMailTo, mailsTo } from '../../support/mail.ts'
import { readMail } from '../../support/mail-reading.ts'
import { createPerson } from '../../support/people.ts'
import { startMailServer } from '../../support/smtp.ts'

await openApp()

const queue = (mail: UserMail) => db.$transaction((transaction) => queueUserMail(app.jobs, transaction, mail))
const waiting = async () =>
  Number((await sql.query(`SELECT count(*) FROM pgboss.job WHERE state <> 'completed'`)).rows[0].count)

async function createReader(rest: object = {}) {
  const person = await createPerson(rest)
  return { ...person, new_email: `new-${person.email}` }
}

type Reader = Awaited<ReturnType<typeof createReader>>
const kinds: [string, (reader: Reader) => UserMail, ('email' | 'new_email')?, string?][] = [
  ['welcome', ({ id }) => ({ kind: 'welcome', user_id: id }), 'email', 'confirm-email'],
  ['reset', ({ email }) => ({ kind: 'reset', email }), 'email', 'reset-password'],
  ['password_changed', ({ id }) => ({ kind: 'password_changed', user_id: id })],
  ['google_linked', ({ id }) => ({ kind: 'google_linked', user_id: id })],
  [
    'confirm_new_address',
    ({ id, new_email }) => ({ kind: 'confirm_new_address', user_id: id, email: new_email }),
    'new_email',
    'confirm-email',
  ],
  ['address_changed', ({ id }) => ({ kind: 'address_changed', user_id: id, email: 'x', was_confirmed: true })],
]

describe('a mail to a member', () => {
  test.each(kinds)('contains its link in text and HTML: %s', async (_kind, mailOf, to = 'email', page = '') => {
    const reader = await createReader()
    const mail = mailOf(reader)
    await queue(mail.kind === 'address_changed' ? { ...mail, email: reader.email } : mail)
    const { link, token, text, html, headers } = await lastMailTo(reader[to])
    expect(link).toBe(page && `http://library.test/${page}?token=${token}`)
    expect(html).toContain(page ? `href="${link}"` : '<html lang="en">')
    expect(token).toMatch(page ? /^[\w-]{43}$/ : /^$/)
    for (const form of [text, html]) {
      expect(form).toContain('Promptory Labs, Inc., 1209 Sample Street')
      expect(form).toContain('hello@promptory.test')
      expect(form).not.toMatch(/undefined|\{\w+\}/)
    }
    expect(headers.from).toBe('Promptory <no-reply@promptory.test>')
    expect(html).not.toMatch(/<(img|script|link)\b/)
  })

  test.each([
    ['en', /^Welcome to Promptory/, 'Hello Ann,', 'ignore this email'],
    ['es', /^Te damos la bienvenida a Promptory/, 'Hola, Ann:', 'ignora este correo'],
  ] as const)("is in the person's language: %s", async (language, subject, greeting, note) => {
    const { id, email } = await createReader({ language, first_name: 'Ann' })
    await queue({ kind: 'welcome', user_id: id })
    const mail = await lastMailTo(email)
    expect(mail.subject).toMatch(subject)
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain(greeting)
      expect(form).toContain(note)
    }
    expect(mail.html).toContain(`<html lang="${language}">`)
  })

  test("with a reset link is in the account's language, not in that of the request", async () => {
    const { email } = await createReader({ language: 'es' })
    await queue({ kind: 'reset', email: ` ${email.toUpperCase()} ` })
    expect((await lastMailTo(email)).subject).toBe('Crea una contraseña nueva para Promptory')
  })

  test('contains no HTML and no header from a name with HTML or line breaks', async () => {
    const first_name = `<b>"O'Hara"</b>\r\nBcc: x & y`
    const { id, email } = await createReader({ first_name })
    await queue({ kind: 'welcome', user_id: id })
    const { text, html, headers } = await lastMailTo(email)
    expect(text).toMatch(/^Hello,\n/)
    expect(html).not.toContain('<b>')
    expect(headers.bcc).toBeUndefined()
  })

  test('escapes names and email addresses in its HTML', async () => {
    const new_email = "o'hara&co@example.test"
    const { id } = await createReader({ first_name: "O'Hara" })
    await queue({ kind: 'confirm_new_address', user_id: id, email: new_email })
    const { text, html } = await lastMailTo(new_email)
    expect(text).toContain("Hello O'Hara,\n")
    expect(html).toContain('Hello O&#39;Hara,')
    expect(html).toContain('o&#39;hara&amp;co@example.test')
  })

  test.each([
    'https://evil.test',
    'Win at evil.test',
    'www.evil',
    'a@b',
    'Claim prize at win24.com',
    'go to 1.2.3.4/x',
    'win24．com',
    'Call 555 0100',
    'evil/x',
    'Ann\nBcc: x',
    'a'.repeat(41),
    '-',
  ])('greets without a name if the name is implausible: %j', async (first_name) => {
    const reader = await createReader({ first_name })
    await queue({ kind: 'welcome', user_id: reader.id })
    await queue({ kind: 'password_changed', user_id: reader.id })
    await lastMailTo(reader.email, { after: 1 })
    for (const { text } of mailsTo(reader.email)) expect(text).toMatch(/^Hello,\n/)
  })

  test.each(['Ana María', "O'Hara", 'Jean-Luc', 'D’Arcy', 'J. R.', 'José Mª', 'नरेंद्र', '李明', 'Nguye\u0302\u0303n'])(
    'greets by the name %s',
    async (first_name) => {
      const { id, email } = await createReader({ first_name })
      await queue({ kind: 'password_changed', user_id: id })
      expect((await lastMailTo(email)).text).toContain(`Hello ${first_name},\n`)
    },
  )

  test('is not sent to an address without an account, and no token is created', async () => {
    const tokens = await db.oneTimeToken.count()
    await queue({ kind: 'reset', email: 'nobody@example.test' })
    await until(async () => (await waiting()) === 0)
    expect(mailsTo('nobody@example.test')).toEqual([])
    expect(await db.oneTimeToken.count()).toBe(tokens)
  })

  test('of kind welcome is not sent once the email is confirmed', async () => {
    const { id, email } = await createReader({ email_confirmed_at: new Date() })
    await queue({ kind: 'welcome', user_id: id })
    await until(async () => (await waiting()) === 0)
    expect(mailsTo(email)).toEqual([])
  })

  test('leaves no token in the database', async () => {
    const { id, email, new_email } = await createReader()
    await queue({ kind: 'welcome', user_id: id })
    await queue({ kind: 'reset', email })
    await queue({ kind: 'confirm_new_address', user_id: id, email: new_email })
    const mails = [await lastMailTo(email, { after: 1 }), ...mailsTo(email), await lastMailTo(new_email)]
    await until(async () => (await waiting()) === 0)
    const { rows } = await sql.query(
      `SELECT schema_to_xml('pgboss', true, false, '')::text || schema_to_xml('public', true, false, '')::text AS everything`,
    )
    expect(rows[0].everything).toContain(email)
    expect(new Set(mails.map(({ token }) => token)).size).toBe(3)
    for (const { token } of mails) expect(rows[0].everything).not.toContain(token)
  })
})

const mail = { written_at: new Date('2026-11-21T13:00:00Z'), to: 'a@b.test', subject: 'Hi', text: 'x', html: 'x' }
function createOutbox(settings: Record<string, string> = {}) {
  const logged: string[] = []
  const folder = join(folderOfTests, randomUUID())
  const parsed = parseSettings({ DATA_DIR: folder, ...settings })
  const mailer = createMailer(parsed, { info: (text) => logged.push(text), warn: () => {} }, siteFromSettings(parsed))
  return { mailer, logged, folder, files: () => readdirSync(join(folder, 'outbox')) }
}

describe('the mailer', () => {
  test('writes one outbox file for a mail that is sent twice', async () => {
    const { mailer, files, logged, folder } = createOutbox()
    await Promise.all([1, 2].map(() => mailer.send({ ...mail, id: 'one', text: 'http://x?token=secret' })))
    await mailer.send({ ...mail, id: 'two' })
    expect(files()).toEqual(['2026-11-21T13-00-00-000Z-one.eml', '2026-11-21T13-00-00-000Z-two.eml'])
    expect(mailsTo(mail.to, folder).map(({ headers }) => headers['message-id'])).toEqual([
      '<one@localhost>',
      '<two@localhost>',
    ])
    expect(logged).toHaveLength(3)
    expect(logged.join('\n')).not.toContain('secret')
  })

  test.each(['a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', 'a@b.test>\r\n\r\n<c@d.test'])(
    'writes no injected headers: %j',
    async (to) => {
      const { mailer, files, folder } = createOutbox()
      await mailer.send({ ...mail, id: 'one', to, subject: 'Hi\r\nCc: c@d.test' })
      const { headers } = readMail(readFileSync(join(folder, 'outbox', files()[0] ?? ''), 'utf8'))
      expect(headers).not.toHaveProperty('bcc')
      expect(headers).not.toHaveProperty('cc')
      expect(files()).toHaveLength(1)
    },
  )

  test('passes an unusual valid recipient to the mail server unchanged', async () => {
    const to = "a&b!c=d/e'f`g{h|i}j~k#l$m%n*o+p?q^r_s-t@xn--exmple-qta.es"
    const { url, recipients, mails, stop } = await startMailServer()
    const { mailer } = createOutbox({ SMTP_URL: url })
    await mailer.send({ ...mail, id: 'one', to })
    mailer.close()
    await stop()
    expect(recipients).toEqual([`RCPT TO:<${to}>`])
    expect(mails[0]?.headers.to).toBe(to)
  })

  test('sends from the ASCII form of a CONTACT_EMAIL with an internationalized domain', async () => {
    const { mailer, folder } = createOutbox({ CONTACT_EMAIL: 'Hola@exámple.es', SITE_NAME: 'Library' })
    await mailer.send({ ...mail, id: 'one' })
    expect(mailsTo(mail.to, folder)[0]?.headers.from).toBe('Library <no-reply@xn--exmple-qta.es>')
  })

  test('leaves no partial outbox file after a failed write', async () => {
    const { mailer, files, folder } = createOutbox()
    const name = '2026-11-21T13-00-00-000Z-one.eml'
    mkdirSync(join(folder, 'outbox', name), { recursive: true })
    await expect(mailer.send({ ...mail, id: 'one' })).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    expect(files()).toEqual([name])
  })

  test('sends from the domain of CONTACT_EMAIL, whatever address an admin sets', async () => {
    const folder = join(folderOfTests, randomUUID())
    const settings = parseSettings({ DATA_DIR: folder, CONTACT_EMAIL: 'hi@library.test' })
    const site = { ...siteFromSettings(settings), name: 'Library' }
    site.company.email = 'somebody@gmail.com'
    await createMailer(settings, { info: () => {}, warn: () => {} }, site).send({ ...mail, id: 'one' })
    expect(mailsTo(mail.to, folder)[0]?.headers.from).toBe('Library <no-reply@library.test>')
  })

  test('sends from MAIL_FROM if it is set', async () => {
    const { mailer, folder } = createOutbox({ MAIL_FROM: 'Library <post@library.test>' })
    await mailer.send({ ...mail, id: 'one' })
    expect(mailsTo(mail.to, folder)[0]?.headers.from).toBe('Library <post@library.test>')
  })
})

const makeToken = async (...request: Parameters<typeof tryToMakeToken>) => {
  const token = await tryToMakeToken(...request)
  if (token === null) throw new Error('No token was made.')
  return token
}

describe('a one-time token', () => {
  const email = 'proved@example.test'

  test('is consumed once by several simultaneous requests', async () => {
    const { id: user_id } = await createPerson()
    const token = await makeToken(db, { purpose: 'change_email', user_id, email })
    const consumed = await Promise.all(Array.from({ length: 5 }, () => consumeToken(db, 'change_email', token)))
    expect(consumed.filter(Boolean)).toEqual([{ user_id, email, google_sub: null }])
  })

  test('is refused for another purpose, and remains valid for its own purpose', async () => {
    const { id: user_id } = await createPerson()
    const token = await makeToken(db, { purpose: 'reset_password', user_id })
    expect(await consumeToken(db, 'confirm_email', token)).toBeNull()
    expect(await consumeToken(db, 'reset_password', token)).toEqual({ user_id, email: null, google_sub: null })
  })

  test("replaces the person's former token of its purpose, for simultaneous requests too", async () => {
    const { id: user_id } = await createPerson()
    const other = await makeToken(db, { purpose: 'confirm_email', user_id })
    const tokens = await Promise.all(
      Array.from({ length: 5 }, () => tryToMakeToken(db, { purpose: 'reset_password', user_id })),
    )
    const consumed = await Promise.all(tokens.map((token) => consumeToken(db, 'reset_password', token ?? '')))
    expect(consumed.filter(Boolean)).toHaveLength(1)
    expect(await consumeToken(db, 'confirm_email', other)).not.toBeNull()
  })

  test('is not replaced by a token that was requested earlier', async () => {
    const { id: user_id } = await createPerson()
    const request = { purpose: 'change_email', user_id } as const
    const later = await makeToken(db, { ...request, email: 'later@example.test' })
    const requested_at = new Date(Date.now() - 60_000)
    expect(await tryToMakeToken(db, { ...request, email: 'earlier@example.test', requested_at })).toBeNull()
    expect(await consumeToken(db, 'change_email', later)).toMatchObject({ email: 'later@example.test' })
  })

  test.each(Object.entries(lifetimeSeconds) as [keyof typeof lifetimeSeconds, number][])(
    'is valid for the lifetime of its purpose only: %s',
    async (purpose, seconds) => {
      const { id: user_id } = await createPerson()
      const token = await makeToken(db, { purpose, user_id })
      const row = await db.oneTimeToken.findFirstOrThrow({ where: { user_id } })
      const left = (row.expires_at.getTime() - Date.now()) / 1_000
      expect(left).toBeGreaterThan(seconds - 10)
      expect(left).toBeLessThanOrEqual(seconds)
      await db.oneTimeToken.updateMany({ where: { user_id }, data: { expires_at: new Date(Date.now() - 1) } })
      expect(await consumeToken(db, purpose, token)).toBeNull()
    },
  )
})

const sendTo = async (refusal: string, refused = 'RCPT') => {
  const server = await startMailServer({ refusal, refused })
  const { mailer } = createOutbox({
    SMTP_URL: server.url.replace('//', refused === 'AUTH' ? '//user:password@' : '//'),
  })
  try {
    return await mailer.send({ ...mail, id: 'one' }).then(
      () => 'done with',
      () => 'tried again',
    )
  } finally {
    mailer.close()
    await server.stop()
  }
}

describe("a mail server's refusal", () => {
  test.each<[string, string?]>([
    ['550 5.1.1 no such user'],
    ['550 5.1.1 User unknown in relay recipient table'],
    ['550-5.1.1 no such user\r\n550 5.1.1 see https://mail.test/help'],
    ['550 5.1.10 null MX'],
    ['550 5.2.1 mailbox is disabled'],
    ['550 no such user here'],
    ['551 user has moved'],
    ['553 5.1.3 bad address'],
    ['552 5.2.2 mailbox is full'],
    ['554 5.4.4 unable to route'],
    ['550 5.4.1 Recipient address rejected: Access denied'],
    ['554 no valid recipient'],
    ['550 5.1.1 no such user', 'message'],
  ])('of the recipient is permanent: the mail is not retried after %s', async (refusal, refused) =>
    expect(await sendTo(refusal, refused)).toBe('done with'),
  )

  test.each<[string, string?]>([
    ['451 4.3.0 later'],
    ['421 4.7.0 too many connections'],
    ['452 full'],
    ['452 4.2.2 mailbox is full'],
    ['550 5.7.1 we do not take mails of you'],
    ['550 relay not permitted'],
    ["553 sorry, that domain isn't in my list of allowed rcpthosts"],
    ['550 refused (#5.7.1)'],
    ['554 5.7.1 relay access denied'],
    ['550 blocked by a blacklist'],
    ['530 authentication required'],
    ['550 5.1.0 Sender address rejected: User unknown'],
    ['550 5.1.8 Sender address rejected: Domain not found'],
    ['550 5.1.7 no-reply@library.test is malformed'],
    ['550-Verification failed\r\n550 Sender verify failed'],
    ['550 5.1.1 nobody is called so', 'MAIL'],
    ['553 bad sender', 'MAIL'],
    ['554 5.7.1 content refused', 'message'],
    ['550 refused', 'message'],
    ['552 5.2.2 mailbox is full', 'message'],
    ['554 no valid recipients', 'DATA'],
    ['535 5.7.8 wrong password', 'AUTH'],
  ])('for another reason is temporary: the mail is retried after %s', async (refusal, refused) =>
    expect(await sendTo(refusal, refused)).toBe('tried again'),
  )

  test('is logged by its codes only, without its text', async () => {
    const server = await startMailServer({ refusal: '550 5.7.1 <private@mail.test> is refused' })
    const { mailer } = createOutbox({ SMTP_URL: server.url })
    const error: unknown = await mailer.send({ ...mail, id: 'one' }).catch((reason: unknown) => reason)
    expect(describeError(error)).toMatchObject({
      message: 'EENVELOPE',
      command: 'RCPT TO',
      response_code: 550,
      enhanced_code: '5.7.1',
    })
    expect(JSON.stringify(describeError(error))).not.toContain('private')
    mailer.close()
    await server.stop()
  })
})

test("the mailer waits ten minutes for the mail server's confirmation", async () => {
  const server = await startMailServer()
  const { mailer } = createOutbox({ SMTP_URL: server.url })
  const timeouts = vi.spyOn(Socket.prototype, 'setTimeout')
  await mailer.send({ ...mail, id: 'one' })
  const timeoutsMs = timeouts.mock.calls.map(([ms]) => ms)
  timeouts.mockRestore()
  expect(timeoutsMs.at(-1)).toBe(600_000)
  mailer.close()
  await server.stop()
})
