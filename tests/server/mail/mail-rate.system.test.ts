import { afterAll, expect, inject, test } from 'vitest'
import '../../../server/messages.ts'
import { closeDatabase, db, openDatabase, Prisma, queryRows } from '../../../server/database/db.ts'
import { createJobs } from '../../../server/jobs.ts'
import { createNoLimiter, RateLimiter } from '../../../server/limits/rate-limiter.ts'
import { createMailer } from '../../../server/mail/transport.ts'
import { queueDigests } from '../../../server/notifications/notification-mails.ts'
import { workNotificationJobs } from '../../../server/notifications/notifications.jobs.ts'
import { parseSettings, siteFromSettings } from '../../../server/settings/settings.ts'
import { queueUserMail, workUserJobs } from '../../../server/users/users.jobs.ts'
import { createDatabase, until } from '../../support/postgres/database.ts'
import { startMailServer } from '../../support/smtp.ts'

const url = await createDatabase(inject('postgres'))
await openDatabase(url, 10)
afterAll(closeDatabase)
const log = { error: () => {}, info: () => {}, warn: () => {}, debug: () => {} }

let made = 0
async function createReaders(count: number) {
  const people = Array.from({ length: count }, () => ({ username: `reader-${++made}`, email: `r${made}@example.test` }))
  return db.user.createManyAndReturn({ data: people, select: { id: true, email: true } })
}

/** Sends `count` welcome mails, and with `reset` a reset mail queued after them. */
async function send(
  count: number,
  overrides: Record<string, string>,
  { pause = 0, reset = false, connections = 8 } = {},
) {
  const server = await startMailServer({ pause })
  const settings = parseSettings({ SMTP_URL: server.url, PUBLIC_URL: 'https://library.test', ...overrides })
  const site = siteFromSettings(settings)
  const mailer = createMailer(settings, log, site, connections)
  const jobs = createJobs(url, { connections: 3, runsSchedules: false })
  await jobs.start(log)
  await jobs.declare('user_mail')
  const people = await createReaders(count)
  await db.$transaction(async (transaction) => {
    for (const { id } of people) await queueUserMail(jobs, transaction, { kind: 'welcome', user_id: id })
  })
  const [last] = people.slice(-1)
  if (reset && last)
    await db.$transaction((transaction) => queueUserMail(jobs, transaction, { kind: 'reset', email: last.email }))
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

test('mails are sent in parallel, each once', async () => {
  const { ms, mails } = await send(24, {}, { pause: 1_000, connections: 12 })
  // Sent one by one they would take 24 seconds.
  expect(ms).toBeLessThan(18_000)
  expect(new Set(mails.map(({ headers }) => headers.to)).size).toBe(24)
})

test('mails are sent at most as fast as MAILS_PER_SECOND', async () => {
  const { ms } = await send(13, { MAILS_PER_SECOND: '4' })
  expect(ms).toBeGreaterThan(2_900)
})

/** Makes a digest due for each person. */
const createNews = (people: { id: number }[]) =>
  db.$transaction([
    db.$executeRaw`INSERT INTO section (id, slug, position) VALUES (1, 'section', 1)`,
    db.$executeRaw`
    INSERT INTO thread (id, meta_slug, section_id, author_id, title, description, description_html, render_version, excerpt, status, published_at)
    SELECT 1, 'thread', 1, ${people[0]?.id}::int, 'A thread of some words', 'Text', '<p>Text</p>', 1, 'Text', 'published', now()`,
    db.$executeRaw`UPDATE "user" SET moderation_mail = 'daily'`,
    db.$executeRaw`
    INSERT INTO notification (user_id, kind, key, thread_id)
    SELECT unnest(${people.map(({ id }) => id)}::int[]), 'thread_published', 'published:1', 1`,
  ])

test.each(['welcomes', 'digests'])(
  'a reset mail is sent while %s wait for a mail server that does not answer',
  async (bulk) => {
    const server = await startMailServer({ pause: null })
    const settings = parseSettings({ SMTP_URL: server.url })
    const site = siteFromSettings(settings)
    const options = { site, secret: 'x'.repeat(32), mailer: createMailer(settings, log, site, 3) }
    const jobs = createJobs(url, { connections: 3, runsSchedules: false })
    await jobs.start(log)
    const rateLimiter = new RateLimiter(createNoLimiter)
    await workUserJobs(jobs, { ...options, rateLimiter, cancelSubscription: async () => {} })
    await workNotificationJobs(jobs, options)
    const people = await createReaders(9)
    if (bulk === 'digests') {
      await createNews(people)
      await queueDigests(jobs)
    } else
      await db.$transaction(async (transaction) => {
        for (const { id } of people) await queueUserMail(jobs, transaction, { kind: 'welcome', user_id: id })
      })
    const active = Prisma.sql`SELECT FROM pgboss.job WHERE state = 'active'`
    await until(async () => (await queryRows(active)).length === 3 && server.mails.length >= 2)
    await db.$transaction((transaction) =>
      queueUserMail(jobs, transaction, { kind: 'reset', email: people[0]?.email ?? '' }),
    )
    await until(() => server.mails.length >= 3)
    expect(server.mails.map(({ link }) => link.includes('/reset-password'))).toEqual([false, false, true])
    await server.stop()
    options.mailer.close()
    await jobs.stop()
    await db.$executeRaw`DELETE FROM pgboss.job`
  },
)

test('a reset mail is sent before welcome mails that were queued earlier', async () => {
  const { mails } = await send(30, {}, { reset: true, connections: 1 })
  expect(mails.findIndex(({ link }) => link.includes('/reset-password'))).toBe(0)
})
