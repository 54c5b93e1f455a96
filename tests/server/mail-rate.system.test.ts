import { afterAll, expect, inject, test } from 'vitest'
import '../../server/messages.ts'
import { closeDatabase, db, openDatabase } from '../../server/db.ts'
import { createJobs } from '../../server/jobs.ts'
import { createNoLimiter, RateLimiter } from '../../server/limits/rate-limiter.ts'
import { createMailer } from '../../server/mail/transport.ts'
import { parseSettings, siteOf } from '../../server/settings/settings.ts'
import { queueMail, workUserJobs } from '../../server/users/users.jobs.ts'
import { createDatabase, until } from '../support/database.ts'
import { startMailServer } from '../support/smtp.ts'

const url = await createDatabase(inject('postgres'))
await openDatabase(url, 10)
afterAll(closeDatabase)
const log = { error: () => {}, info: () => {}, warn: () => {}, debug: () => {} }

let made = 0
async function createReaders(count: number) {
  const people = Array.from({ length: count }, () => ({ username: `reader-${++made}`, email: `r${made}@example.test` }))
  return db.user.createManyAndReturn({ data: people, select: { id: true, email: true } })
}

/** Sends welcomes to so many, and what else is queued after them. */
async function send(count: number, given: Record<string, string>, { pause = 0, reset = false } = {}) {
  const server = await startMailServer({ pause })
  const settings = parseSettings({ SMTP_URL: server.url, PUBLIC_URL: 'https://library.test', ...given })
  const site = siteOf(settings)
  const mailer = createMailer(settings, log, site)
  const jobs = createJobs(url, { connections: 3, runsSchedules: false })
  await jobs.start(log)
  await jobs.declare('user_mail')
  const people = await createReaders(count)
  await db.$transaction(async (transaction) => {
    for (const { id } of people) await queueMail(jobs, transaction, { kind: 'welcome', user_id: id })
  })
  const [last] = people.slice(-1)
  if (reset && last)
    await db.$transaction((transaction) => queueMail(jobs, transaction, { kind: 'reset', email: last.email }))
  const startedAt = performance.now()
  const rateLimiter = new RateLimiter(createNoLimiter)
  await workUserJobs(jobs, { site, secret: 'x'.repeat(32), mailer, rateLimiter, cancelSubscription: async () => {} })
  await until(() => server.mails.length === count + Number(reset))
  const ms = performance.now() - startedAt
  await jobs.stop()
  mailer.close()
  await server.stop()
  return { ms, mails: server.mails }
}

test('mails leave many at a time, each once', async () => {
  const { ms, mails } = await send(24, { MAIL_CONNECTIONS: '12' }, { pause: 1_000 })
  // One after the other they would take twenty-four seconds.
  expect(ms).toBeLessThan(18_000)
  expect(new Set(mails.map(({ headers }) => headers.to)).size).toBe(24)
})

test('no more leave in a second than are set', async () => {
  const { ms } = await send(13, { MAILS_PER_SECOND: '4' })
  expect(ms).toBeGreaterThan(2_900)
})

test('a reset comes before welcomes that were queued earlier', async () => {
  const { mails } = await send(30, { MAIL_CONNECTIONS: '1' }, { reset: true })
  expect(mails.findIndex(({ link }) => link.includes('/reset-password'))).toBe(0)
})
