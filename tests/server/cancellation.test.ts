import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import type { Locale } from '#shared/locale.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { post, sql } from '../support/app.ts'
import { until } from '../support/database.ts'
import { mailsTo } from '../support/mail.ts'
import type { ReadMail } from '../support/mail-reading.ts'
import { createPerson } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import {
  ask,
  checkout,
  createSubscriber,
  expectRight,
  mailsOf,
  openShop,
  sandbox,
  settled,
  shop,
  statusOf,
} from '../support/shop.ts'

await openShop()

const { api } = cancellationPaths
type Kind = 'cancel' | 'withdraw'
const request = (email: string, kind: Kind, locale?: Locale) => post(api.request, { email, kind }, { of: shop, locale })
const confirm = (token: string, kind: Kind) => post(api.confirm, { token, kind }, { of: shop })
const declare = (person: Person, kind: Kind) => ask(api.cancellation, person, { kind })
const emailOf = async ({ id }: Person): Promise<string> =>
  (await sql.query('SELECT email FROM "user" WHERE id = $1', [id])).rows[0].email

async function waitingJobs({ id }: Person): Promise<number> {
  const { rows } = await sql.query(
    `SELECT count(*)::int FROM pgboss.job WHERE name = 'cancellation' AND state = 'retry' AND data->>'user_id' = $1`,
    [String(id)],
  )
  return rows[0].count
}

async function mailAbout(email: string, words: string) {
  const find = () => mailsTo(email).filter(({ subject, text }) => `${subject} ${text}`.includes(words))
  await until(async () => find().length > 0)
  return find()[0] as ReadMail
}

describe('a contract that ends without a log-in', () => {
  test('ends by the link that its address gets, once, and a mail confirms both with date and time', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    const { status, body } = await request(email.toUpperCase(), 'cancel')
    expect(status).toBe(202)
    const { text, token } = await mailAbout(email, 'Confirm that you cancel')
    expect(text).toMatch(/On \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC we received/)
    expect(Math.abs(Date.parse(body.received_at) - Date.now())).toBeLessThan(60_000)
    expect((await statusOf(person))?.auto_renew).toBe(true)
    expect((await confirm(token, 'cancel')).status).toBe(202)
    const { text: confirmed } = await mailAbout(email, 'You canceled Premium')
    expect(confirmed).toMatch(/received your cancellation on .* UTC\. Your subscription ends on/)
    expect((await statusOf(person))?.auto_renew).toBe(false)
    expect(await confirm(token, 'cancel')).toMatchObject({ status: 202, body })
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    expect((await confirm(token, 'cancel')).body).toHaveProperty('token')
    vi.useRealTimers()
    await expectRight(person, 1)
  })

  test('answers each address alike, and tells only its owner that there is no account', async () => {
    const person = await createSubscriber()
    const known = await request(await emailOf(person), 'cancel')
    const unknown = await request('nobody-at-all@mail.test', 'cancel', 'es')
    for (const { status, body } of [known, unknown]) {
      expect(status).toBe(202)
      expect(Object.keys(body)).toEqual(['received_at'])
    }
    expect((await mailAbout('nobody-at-all@mail.test', 'No hay ninguna cuenta')).token).toBe('')
  })

  test('greets an unknown address by the name that was typed, unless it is no name, and says what was declared', async () => {
    for (const [email, name] of [
      ['ana.lopez@mail.test', 'Ana Lopez'],
      ['ana.spam@mail.test', 'win at www.prize.test'],
    ])
      expect((await post(api.request, { email, name, kind: 'withdraw' }, { of: shop })).status).toBe(202)
    expect((await mailAbout('ana.lopez@mail.test', 'declaration of withdrawal')).text).toContain('Hello Ana Lopez,')
    expect((await mailAbout('ana.spam@mail.test', 'declaration of withdrawal')).text).not.toContain('prize')
  })

  test('for good cause is forwarded to the operator, with the reason and who gave it', async () => {
    const operator = 'hello@promptory.test'
    const person = await createSubscriber()
    const email = await emailOf(person)
    const reasons = ['Nothing opens since May.', 'No answer for weeks.']
    const answers = [
      await post(api.request, { email, kind: 'cancel', reason: reasons[0] }, { of: shop }),
      await ask(api.cancellation, person, { kind: 'cancel', reason: reasons[1] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    const [stranger, member] = [
      await mailAbout(operator, reasons[0] ?? ''),
      await mailAbout(operator, reasons[1] ?? ''),
    ]
    expect(stranger.text).toMatch(/without a log-in, as <.*>/)
    expect(stranger.text).toContain(`<${email}>`)
    expect(member.text).toContain(`/admin/members/${person.id}`)
    await mailAbout(email, 'You canceled Premium')
    expect(Object.keys((await post(api.request, { email, kind: 'cancel', reason: ' ' }, { of: shop })).body)).toEqual([
      'reason',
    ])
  })

  test('ends by no link of the other kind, and by none that is made up', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    await request(email, 'cancel')
    const { token } = await mailAbout(email, 'Confirm that you cancel')
    expect((await confirm(token, 'withdraw')).status).toBe(400)
    expect((await confirm('made-up', 'cancel')).status).toBe(400)
    expect((await statusOf(person))?.auto_renew).toBe(true)
  })

  test('names the field that is wrong', async () => {
    expect(Object.keys((await request('no address', 'cancel')).body)).toEqual(['email'])
    expect(Object.keys((await request('a@mail.test', 'pause' as Kind)).body)).toEqual(['kind'])
  })
})

describe('a contract that ends with a log-in', () => {
  test('is withdrawn from with the money back, once, however often that is declared', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    const answers = await Promise.all([declare(person, 'withdraw'), declare(person, 'withdraw')])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    await mailAbout(email, 'You withdrew from Premium')
    await settled()
    await until(async () => mailsTo(email).filter(({ subject }) => subject.includes('withdrew')).length === 2)
    expect((await mailsOf(person)).filter((kind) => kind === 'refunded')).toHaveLength(1)
    await expectRight(person, 0)
  })

  test('is withdrawn from though Stripe refuses the refund, which is owed then', async () => {
    const person = await createSubscriber()
    await sandbox.control('/outages', { path: '/v1/refunds', method: 'POST', times: 9, mode: 'error', status: 400 })
    expect((await declare(person, 'withdraw')).status).toBe(202)
    const { text } = await mailAbout(await emailOf(person), 'You withdrew from Premium')
    expect(text).toContain('will pay it back in another way')
    await sandbox.clearOutages()
    await expectRight(person, 0)
    const { rows } = await sql.query(
      'SELECT refund_refusal FROM payment JOIN customer ON customer.id = customer_id WHERE user_id = $1',
      [person.id],
    )
    expect(rows).toMatchObject([{ refund_refusal: expect.any(String) }])
  })

  test('waits for Stripe, and is carried out when that is back', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    await sandbox.control('/outages', { path: '/v1/customers', times: 3 })
    expect((await declare(person, 'cancel')).status).toBe(202)
    await until(async () => {
      await sql.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'cancellation' AND state = 'retry'`)
      return mailsTo(email).some(({ subject }) => subject.includes('You canceled'))
    })
    const receipt = mailsTo(email).filter(({ subject }) => subject.includes('We received your cancellation'))
    expect(receipt.map(({ text }) => /On .* UTC we received/.test(text))).toEqual([true])
    expect((await statusOf(person))?.auto_renew).toBe(false)
  })

  test('is withdrawn from once another change of the subscription is no longer under way', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    const claim = (duration: string) =>
      sql.query(`UPDATE customer SET claimed_until = now() + $1::interval WHERE user_id = $2`, [duration, person.id])
    await claim('1 minute')
    expect((await declare(person, 'withdraw')).status).toBe(202)
    await until(async () => (await waitingJobs(person)) === 1)
    expect(mailsTo(email).some(({ subject }) => subject.includes('withdrew'))).toBe(false)
    await claim('0')
    await sql.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'cancellation' AND state = 'retry'`)
    await mailAbout(email, 'You withdrew from Premium')
    await expectRight(person, 0)
  })

  test('answers 409 to auto-renew and a checkout until it is carried out', async () => {
    const person = await createSubscriber()
    await sandbox.control('/outages', { path: '/v1/customers', times: 3 })
    expect((await declare(person, 'cancel')).status).toBe(202)
    await until(async () => (await waitingJobs(person)) === 1)
    await sandbox.clearOutages()
    const underWay = { status: 409, body: { code: 'under_way' } }
    expect(await ask(paymentPaths.autoRenew, person, { enabled: true })).toMatchObject(underWay)
    expect(await checkout(person, 'year')).toMatchObject(underWay)
    expect((await ask(paymentPaths.autoRenew, person, { enabled: false })).status).toBe(200)
    await sql.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'cancellation' AND state = 'retry'`)
    await mailAbout(await emailOf(person), 'You canceled Premium')
    await until(async () => (await ask(paymentPaths.autoRenew, person, { enabled: true })).status === 200)
    expect((await statusOf(person))?.auto_renew).toBe(true)
  })

  test('says so where nothing runs, and refuses a visitor', async () => {
    const person = await createPerson()
    expect((await declare(person, 'cancel')).status).toBe(202)
    await mailAbout(await emailOf(person), 'no active subscription')
    expect((await post(api.cancellation, { kind: 'cancel' }, { of: shop })).status).toBe(401)
  })
})
