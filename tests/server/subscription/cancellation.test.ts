import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import type { Locale } from '#shared/locale.ts'
import { limits } from '#server/limits/limits.ts'
import { createMemoryLimiter, RateLimiter } from '#server/limits/rate-limiter.ts'
import { workCancellationJobs } from '#server/subscription/cancellation.jobs.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { app, post, secretOfTests, sql } from '../../support/app.ts'
import { db } from '#server/database/db.ts'
import { createMailer } from '#server/mail/transport.ts'
import { until } from '../../support/postgres/database.ts'
import { mailsTo } from '../../support/mail.ts'
import type { ReadMail } from '../../support/mail-reading.ts'
import { cards } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  ask,
  checkout,
  createSubscriber,
  expectConsistent,
  mailsOf,
  openShop,
  payFirst,
  sandbox,
  webhooksProcessed,
  shop,
  shopSettings,
  statusOf,
  stripe,
  subscriptionOf,
} from '../../support/billing/shop.ts'

await openShop()

const { api } = cancellationPaths
const operator = 'hello@promptory.test'
type Kind = 'cancel' | 'withdraw'
const request = (email: string, kind: Kind, locale?: Locale) => post(api.request, { email, kind }, { of: shop, locale })
const confirm = (token: string, kind: Kind) => post(api.confirm, { token, kind }, { of: shop })
const isForwarded = (reason: string) => mailsTo(operator).some(({ text }) => text.includes(reason))
const declare = (person: Person, kind: Kind) => ask(api.cancellation, person, { kind })
const emailOf = async ({ id }: Person): Promise<string> =>
  (await sql.query('SELECT email FROM "user" WHERE id = $1', [id])).rows[0].email

async function jobsOf({ id }: Person, name: string, state: string): Promise<number> {
  const { rows } = await sql.query(
    `SELECT count(*)::int FROM pgboss.job WHERE name = $1 AND state = $2 AND data->>'user_id' = $3`,
    [name, state, String(id)],
  )
  return rows[0].count
}
const waitingJobs = (person: Person) => jobsOf(person, 'cancellation', 'retry')

const hurry = (name: string) =>
  sql.query(`UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state IN ('created', 'retry')`, [name])

/** The person's payments, latest first: status, and whether Stripe refused a refund. */
async function paymentsOf({ id }: Person) {
  const { rows } = await sql.query(
    `SELECT status, refund_refusal IS NOT NULL AS is_refused FROM payment JOIN customer ON customer.id = customer_id
      WHERE user_id = $1 ORDER BY payment.created_at DESC`,
    [id],
  )
  return rows
}

async function mailAbout(email: string, words: string) {
  const find = () => mailsTo(email).filter(({ subject, text }) => `${subject} ${text}`.includes(words))
  await until(async () => find().length > 0)
  return find()[0] as ReadMail
}

describe('a cancellation without a log-in', () => {
  test('takes effect once by the link in the mail, which states date and time', async () => {
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
    await expectConsistent(person, 1)
  })

  test('returns 202 for every email address, and mails an unknown address that it has no account', async () => {
    const person = await createSubscriber()
    const known = await request(await emailOf(person), 'cancel')
    const unknown = await request('nobody-at-all@mail.test', 'cancel', 'es')
    for (const { status, body } of [known, unknown]) {
      expect(status).toBe(202)
      expect(Object.keys(body)).toEqual(['received_at'])
    }
    expect((await mailAbout('nobody-at-all@mail.test', 'No hay ninguna cuenta')).token).toBe('')
  })

  test('greets an unknown address by the name from the form, unless that name contains a link', async () => {
    for (const [email, name] of [
      ['ana.lopez@mail.test', 'Ana Lopez'],
      ['ana.spam@mail.test', 'win at www.prize.test'],
    ])
      expect((await post(api.request, { email, name, kind: 'withdraw' }, { of: shop })).status).toBe(202)
    expect((await mailAbout('ana.lopez@mail.test', 'declaration of withdrawal')).text).toContain('Hello Ana Lopez,')
    expect((await mailAbout('ana.spam@mail.test', 'declaration of withdrawal')).text).not.toContain('prize')
  })

  test('for good cause is forwarded to the operator with the reason and the sender', async () => {
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
    expect(stranger.text).toContain(`without logging in, with the address ${email}. A link was sent to that address`)
    expect(member.text).toContain(`/admin/members/${person.id}`)
    const { text } = await mailAbout(email, 'You canceled Premium')
    expect(text).toContain(
      `You canceled for good cause. We will read your reason and tell you whether the subscription ends sooner:\n\n> ${reasons[1]}`,
    )
    const { text: unproven } = await mailAbout(email, 'Confirm that you cancel')
    expect(unproven).not.toContain(reasons[0])
  })

  test.each([
    ['is blank', 'cancel', ' '],
    ['has a NUL', 'cancel', 'a\0b'],
    ['comes with a withdrawal', 'withdraw', 'Nothing opens.'],
  ])('returns 400 for a reason that %s', async (_what, kind, reason) => {
    const answers = [
      await post(api.request, { email: 'a@mail.test', kind, reason }, { of: shop }),
      await ask(api.cancellation, await createPerson(), { kind, reason }),
    ]
    for (const { status, body } of answers) expect([status, Object.keys(body)]).toEqual([400, ['reason']])
  })

  test('for good cause from an unknown address is forwarded with the note that the address has no account', async () => {
    const body = { email: 'x@mail.test', name: 'Anna <anna@bank.test>', kind: 'cancel', reason: 'No such account.' }
    expect((await post(api.request, body, { of: shop })).status).toBe(202)
    const { text } = await mailAbout(operator, body.reason)
    expect(text).toContain('with the address x@mail.test (Anna <anna@bank.test>). No account has that address')
    expect(text).not.toContain('link')
  })

  test('for good cause from an account deleted since is forwarded without a name', async () => {
    const { id: user_id } = await createPerson()
    const admin = await createPerson({ role: 'admin', email_confirmed_at: new Date(), language: 'es' })
    await sql.query('UPDATE "user" SET erased_at = now() WHERE id = $1', [user_id])
    const received_at = new Date().toISOString()
    await db.$transaction((transaction) =>
      shop.jobs.enqueue(transaction, 'cancellation_reason', { user_id, received_at, reason: 'Too late.' }),
    )
    const { text } = await mailAbout(operator, 'Too late.')
    expect(text).toContain('Su cuenta se ha eliminado desde entonces')
    await sql.query('UPDATE "user" SET role = $2 WHERE id = $1', [admin.id, 'user'])
  })

  test('for good cause beyond the hourly limit of its sender is forwarded an hour later', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const limiter = new RateLimiter(createMemoryLimiter)
    for (const { rateLimiter } of [app, shop]) vi.spyOn(rateLimiter, 'isOver').mockImplementation(limiter.isOver)
    const { points } = limits.cancellation_reason
    const person = await createPerson()
    const reasons = Array.from({ length: points + 2 }, (_, number) => `Reason ${number} of a person.`)
    for (const reason of reasons)
      expect((await ask(api.cancellation, person, { kind: 'cancel', reason })).status).toBe(202)
    const delayed = `name = 'cancellation_reason' AND state = 'created' AND start_after > now() + interval '55 minutes'`
    await until(async () => {
      const { rows } = await sql.query(`SELECT FROM pgboss.job WHERE ${delayed}`)
      return reasons.filter(isForwarded).length === points && rows.length === 2
    })
    const nextHour = new RateLimiter(createMemoryLimiter)
    for (const { rateLimiter } of [app, shop]) vi.spyOn(rateLimiter, 'isOver').mockImplementation(nextHour.isOver)
    await hurry('cancellation_reason')
    await until(() => reasons.every(isForwarded))
  })

  test('returns 400 for a link of another kind and for an invalid token', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    await request(email, 'cancel')
    const { token } = await mailAbout(email, 'Confirm that you cancel')
    expect((await confirm(token, 'withdraw')).status).toBe(400)
    expect((await confirm('made-up', 'cancel')).status).toBe(400)
    expect((await statusOf(person))?.auto_renew).toBe(true)
  })

  test('returns 400 naming the field for an invalid email and an unknown kind', async () => {
    expect(Object.keys((await request('no address', 'cancel')).body)).toEqual(['email'])
    expect(Object.keys((await request('a@mail.test', 'pause' as Kind)).body)).toEqual(['kind'])
  })
})

describe('a cancellation or withdrawal of a signed-in member', () => {
  test('that is sent twice ends and refunds the subscription once', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    const answers = await Promise.all([declare(person, 'withdraw'), declare(person, 'withdraw')])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    await mailAbout(email, 'You withdrew from Premium')
    await webhooksProcessed()
    await until(async () => mailsTo(email).filter(({ subject }) => subject.includes('withdrew')).length === 2)
    expect((await mailsOf(person)).filter((kind) => kind === 'refunded')).toHaveLength(1)
    await expectConsistent(person, 0)
  })

  test('ends the subscription even if Stripe refuses the refund, and stores the payment as owed', async () => {
    const person = await createSubscriber()
    await sandbox.control('/outages', { path: '/v1/refunds', method: 'POST', times: 9, mode: 'error', status: 400 })
    expect((await declare(person, 'withdraw')).status).toBe(202)
    const { text } = await mailAbout(await emailOf(person), 'You withdrew from Premium')
    expect(text).toContain('will pay it back in another way')
    await sandbox.clearOutages()
    await expectConsistent(person, 0)
    const { rows } = await sql.query(
      'SELECT refund_refusal FROM payment JOIN customer ON customer.id = customer_id WHERE user_id = $1',
      [person.id],
    )
    expect(rows).toMatchObject([{ refund_refusal: expect.any(String) }])
  })

  test('stores every payment as owed when Stripe refuses to refund any of them', async () => {
    const person = await createSubscriber()
    expect((await checkout(person, 'year')).status).toBe(200)
    await webhooksProcessed()
    await sandbox.control('/outages', { path: '/v1/refunds', method: 'POST', times: 9, mode: 'error', status: 403 })
    expect((await declare(person, 'withdraw')).status).toBe(202)
    const { text } = await mailAbout(await emailOf(person), 'You withdrew from Premium')
    expect(text).toContain('will pay it back in another way')
    await sandbox.clearOutages()
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toEqual([
      { status: 'paid', is_refused: true },
      { status: 'paid', is_refused: true },
    ])
  })

  test('refunds one payment even if Stripe refuses the refund of another payment', async () => {
    const person = await createSubscriber()
    expect((await checkout(person, 'year')).status).toBe(200)
    await webhooksProcessed()
    await sandbox.control('/outages', { path: '/v1/refunds', method: 'POST', mode: 'error', status: 403 })
    expect((await declare(person, 'withdraw')).status).toBe(202)
    await mailAbout(await emailOf(person), 'You withdrew from Premium')
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toEqual([
      { status: 'paid', is_refused: true },
      { status: 'refunded', is_refused: false },
    ])
  })

  test('refunds all payments even if Stripe fails between two refunds', async () => {
    const person = await createSubscriber()
    expect((await checkout(person, 'year')).status).toBe(200)
    await webhooksProcessed()
    const refunds = { path: '/v1/refunds', method: 'POST' }
    await sandbox.control('/outages', { ...refunds, mode: 'delay', milliseconds: 0 })
    await sandbox.control('/outages', { ...refunds, mode: 'error', status: 500, times: 50 })
    expect((await declare(person, 'withdraw')).status).toBe(202)
    await until(async () => (await waitingJobs(person)) === 1)
    await sandbox.clearOutages()
    await hurry('cancellation')
    const { text } = await mailAbout(await emailOf(person), 'You withdrew from Premium')
    expect(text).toContain('is refunded to the payment method you used')
    await expectConsistent(person, 0)
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['refunded', 'refunded'])
  })

  test('of a former subscription does not end the present subscription, even if a refund is refused', async () => {
    const person = await createSubscriber()
    await stripe.subscriptions.cancel((await subscriptionOf(person)).id)
    await webhooksProcessed()
    await payFirst(person, (await checkout(person, 'year')).body.checkout_url, cards.pays)
    await sandbox.control('/outages', { path: '/v1/refunds', method: 'POST', times: 9, mode: 'error', status: 403 })
    expect((await declare(person, 'withdraw')).status).toBe(202)
    await mailAbout(await emailOf(person), 'You withdrew from Premium')
    await sandbox.clearOutages()
    await expectConsistent(person, 1)
    expect((await statusOf(person))?.billing_period).toBe('year')
  })

  test('has no effect on a subscription bought just after another withdrawal', async () => {
    const person = await createSubscriber()
    await declare(person, 'withdraw')
    await mailAbout(await emailOf(person), 'You withdrew from Premium')
    // Checkouts are refused until the job ends, shortly after its mail.
    await until(async () => (await checkout(person)).status === 200)
    await payFirst(person, (await checkout(person)).body.checkout_url, cards.pays)
    await declare(person, 'withdraw')
    await mailAbout(await emailOf(person), 'your subscription has not ended')
    expect((await statusOf(person))?.auto_renew).toBe(true)
    await expectConsistent(person, 1)
  })

  test('is confirmed by mail while Stripe is unreachable, and carried out once Stripe is back', async () => {
    const person = await createSubscriber()
    const email = await emailOf(person)
    await sandbox.control('/outages', { path: '/v1/customers', times: 3 })
    const reason = 'Nothing opens since June.'
    expect((await ask(api.cancellation, person, { kind: 'cancel', reason })).status).toBe(202)
    await until(async () => (await waitingJobs(person)) === 1)
    await hurry('cancellation_receipt')
    const { text } = await mailAbout(email, 'We received your cancellation')
    expect(text).toMatch(/On .* UTC we received/)
    expect(text).toContain(`> ${reason}`)
    await until(async () => {
      await hurry('cancellation')
      return mailsTo(email).some(({ subject }) => subject.includes('You canceled'))
    })
    expect((await statusOf(person))?.auto_renew).toBe(false)
  })

  test('sends no receipt when it is carried out before the receipt is due', async () => {
    const person = await createSubscriber()
    expect((await declare(person, 'cancel')).status).toBe(202)
    await mailAbout(await emailOf(person), 'You canceled Premium')
    await until(async () => (await jobsOf(person, 'cancellation', 'completed')) === 1)
    await hurry('cancellation_receipt')
    await until(async () => (await jobsOf(person, 'cancellation_receipt', 'completed')) === 1)
    expect(mailsTo(await emailOf(person)).some(({ subject }) => subject.includes('We received'))).toBe(false)
  })

  test('sends its receipt even if payments are switched off', async () => {
    const started: string[] = []
    const jobs = { ...shop.jobs, startWorkers: async (name: string) => void started.push(name) }
    const { site } = shop.currentSite
    const mailer = createMailer(shopSettings, shop.log, site)
    await workCancellationJobs(jobs, {
      site,
      mailer,
      rateLimiter: shop.rateLimiter,
      stripe: null,
      secret: secretOfTests,
    })
    expect(started).toContain('cancellation_receipt')
    expect(started).not.toContain('cancellation')
  })

  test('waits until another change of the subscription has finished', async () => {
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
    await expectConsistent(person, 0)
  })

  test('makes auto-renew and checkout return 409 until it is carried out', async () => {
    const person = await createSubscriber()
    await sandbox.control('/outages', { path: '/v1/customers', times: 3 })
    expect((await declare(person, 'cancel')).status).toBe(202)
    await until(async () => (await waitingJobs(person)) === 1)
    await sandbox.clearOutages()
    const cancellationRunning = { status: 409, body: { code: 'under_way' } }
    expect(await ask(paymentPaths.autoRenew, person, { enabled: true })).toMatchObject(cancellationRunning)
    expect(await checkout(person, 'year')).toMatchObject(cancellationRunning)
    expect((await ask(paymentPaths.autoRenew, person, { enabled: false })).status).toBe(200)
    await sql.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'cancellation' AND state = 'retry'`)
    await mailAbout(await emailOf(person), 'You canceled Premium')
    await until(async () => (await ask(paymentPaths.autoRenew, person, { enabled: true })).status === 200)
    expect((await statusOf(person))?.auto_renew).toBe(true)
  })

  test('without a subscription is answered by a mail that nothing is active', async () => {
    const person = await createPerson()
    expect((await declare(person, 'cancel')).status).toBe(202)
    await mailAbout(await emailOf(person), 'no active subscription')
    expect((await post(api.cancellation, { kind: 'cancel' }, { of: shop })).status).toBe(401)
  })
})
