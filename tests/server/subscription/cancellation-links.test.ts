import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import { limits } from '#server/limits/limits.ts'
import { createMemoryLimiter, RateLimiter } from '#server/limits/rate-limiter.ts'
import { cancellationToken } from '#server/subscription/cancellation-links.ts'
import { app, post, secretOfTests, sql, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { mailsTo } from '../../support/mail.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  ask,
  createSubscriber,
  expectConsistent,
  openShop,
  sandbox,
  shop,
  statusOf,
} from '../../support/billing/shop.ts'

await openShop()

const { api } = cancellationPaths
type Kind = 'cancel' | 'withdraw'
const request = (email: string, kind: Kind) => post(api.request, { email, kind }, { of: shop })
const confirm = (token: string, kind: Kind) => post(api.confirm, { token, kind }, { of: shop })
const declare = (person: Person, kind: Kind) => ask(api.cancellation, person, { kind })
const emailOf = async ({ id }: Person): Promise<string> =>
  (await sql.query('SELECT email FROM "user" WHERE id = $1', [id])).rows[0].email
const mailsAbout = (email: string, words: string) => mailsTo(email).filter(({ subject }) => subject.includes(words))

async function readLinks(email: string, words: string, count: number): Promise<string[]> {
  await until(() => mailsAbout(email, words).length === count)
  return mailsAbout(email, words).map(({ token }) => token)
}

const minute = (moment: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(moment))

describe('a withdrawal on the 14th day', () => {
  const almost14Days = '335h'

  test('is carried out even if Stripe is unreachable until the day after', async () => {
    const person = await createSubscriber()
    await sandbox.advance(almost14Days)
    await sandbox.control('/outages', { path: '/v1/customers', times: 3 })
    expect((await declare(person, 'withdraw')).status).toBe(202)
    const waiting = `name = 'cancellation' AND state = 'retry' AND data->>'user_id' = '${person.id}'`
    await until(async () => (await sql.query(`SELECT FROM pgboss.job WHERE ${waiting}`)).rows.length === 1)
    await sandbox.advance('2d')
    await sql.query(`UPDATE pgboss.job SET start_after = now() WHERE ${waiting}`)
    await until(async () => mailsAbout(await emailOf(person), 'You withdrew').length === 1)
    await expectConsistent(person, 0)
  })

  test('is dated on the day of its request if its link is confirmed two days later', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    await sandbox.advance(almost14Days)
    const { received_at } = (await request(email, 'withdraw')).body
    const [token = ''] = await readLinks(email, 'Confirm that you withdraw', 1)
    await sandbox.advance('2d')
    expect((await confirm(token, 'withdraw')).body).toEqual({ received_at })
    await until(() => mailsAbout(email, 'You withdrew').length === 1)
    expect(mailsAbout(email, 'You withdrew')[0]?.text).toContain(`received your withdrawal on ${minute(received_at)}`)
    await expectConsistent(person, 0)
  })

  test('is refused a day later, and the subscription continues', async () => {
    const person = await createSubscriber()
    await sandbox.advance('337h')
    expect((await declare(person, 'withdraw')).status).toBe(202)
    await until(async () => mailsAbout(await emailOf(person), 'Your withdrawal from Premium').length === 1)
    await expectConsistent(person, 1)
  })
})

describe('a link that confirms a cancellation', () => {
  test('is valid until a link of its kind is used, even after newer links are requested', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    await request(email, 'cancel')
    const [first = ''] = await readLinks(email, 'Confirm that you cancel', 1)
    await request(email, 'cancel')
    const later = (await readLinks(email, 'Confirm that you cancel', 2)).find((token) => token !== first) ?? ''
    const answers = await Promise.all([confirm(first, 'cancel'), confirm(later, 'cancel')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 400]))
    await until(async () => (await statusOf(person))?.auto_renew === false)
    // The used link returns the same response again: the first one may have been lost.
    const again = await Promise.all([confirm(first, 'cancel'), confirm(later, 'cancel')])
    expect(again.map(({ status, body }) => ({ status, body }))).toEqual(
      answers.map(({ status, body }) => ({ status, body })),
    )
    expect(mailsAbout(email, 'You canceled').length).toBeLessThanOrEqual(1)
    await request(email, 'cancel')
    const latest = (await readLinks(email, 'Confirm that you cancel', 3)).find((one) => ![first, later].includes(one))
    expect((await confirm(latest ?? '', 'cancel')).status).toBe(202)
  })

  test('is valid for seven days, and only for the kind and person that it was signed for', async () => {
    const [{ id: user_id }, other] = [await createPerson(), await createPerson()]
    const linkOf = (days: number, secret = secretOfTests) => {
      const received_at = new Date(Date.now() - days * 86_400_000).toISOString()
      return cancellationToken({ kind: 'cancel', user_id, received_at, declared_at: received_at }, secret)
    }
    expect((await confirm(linkOf(7.01), 'cancel')).status).toBe(400)
    expect((await confirm(linkOf(1, 'another secret'), 'cancel')).status).toBe(400)
    expect((await confirm(linkOf(1), 'withdraw')).status).toBe(400)
    expect((await confirm(linkOf(1).replace(/^\d+/, String(other.id)), 'cancel')).status).toBe(400)
    expect((await confirm(linkOf(6.9), 'cancel')).status).toBe(202)
  })

  test('is valid after a rotation of the secret, as long as the old secret is configured', async () => {
    const { id: user_id } = await createPerson()
    const received_at = new Date(Date.now() - 60_000).toISOString()
    const token = cancellationToken({ kind: 'cancel', user_id, received_at, declared_at: received_at }, secretOfTests)
    const confirmAt = async (...secrets: [string, ...string[]]) =>
      (await post(api.confirm, { token, kind: 'cancel' }, { of: await startApp({}, secrets) })).status
    expect(await confirmAt('a secret that nobody signed anything with')).toBe(400)
    expect(await confirmAt('a secret that nobody signed anything with', secretOfTests)).toBe(202)
  })

  test('is refused with 400 after the person has ended all sessions and links', async () => {
    const { id: user_id } = await createPerson()
    const received_at = new Date(Date.now() - 60_000).toISOString()
    const token = cancellationToken({ kind: 'cancel', user_id, received_at, declared_at: received_at }, secretOfTests)
    await sql.query('UPDATE "user" SET links_ended_at = now() WHERE id = $1', [user_id])
    expect((await confirm(token, 'cancel')).status).toBe(400)
  })

  test('is mailed an hour later if the address has used up its mails per hour', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const limiter = new RateLimiter(createMemoryLimiter)
    for (const { rateLimiter } of [app, shop]) vi.spyOn(rateLimiter, 'isOver').mockImplementation(limiter.isOver)
    const email = await emailOf(await createSubscriber())
    const { points } = limits.cancellation_mail
    for (let time = 0; time < points + 3; time++) expect((await request(email, 'withdraw')).status).toBe(202)
    const delayed = `name = 'cancellation_request' AND data->>'email' = '${email}' AND data ? 'is_delayed'`
    const readDelayed = async () =>
      (await sql.query(`SELECT start_after > now() + interval '55 minutes' AS waits FROM pgboss.job WHERE ${delayed}`))
        .rows
    await until(async () => mailsAbout(email, 'Confirm that').length === points && (await readDelayed()).length > 0)
    expect(await readDelayed()).toEqual([{ waits: true }])
    expect((await request(email, 'cancel')).status).toBe(202)
    await readLinks(email, 'Confirm that you cancel', 1)
    await sql.query(`UPDATE pgboss.job SET start_after = now() WHERE ${delayed}`)
    const links = await readLinks(email, 'Confirm that you withdraw', points + 1)
    expect((await confirm(links.at(-1) ?? '', 'withdraw')).status).toBe(202)
  })
})
