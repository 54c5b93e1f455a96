import { afterAll, afterEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import '../../../server/messages.ts'
import { dropOldJobs } from '../../../server/admin/drop-old-jobs.ts'
import { closeDatabase, db, openDatabase } from '../../../server/database/db.ts'
import { createJobs } from '../../../server/jobs.ts'
import type { Jobs } from '../../../server/jobs.ts'
import { createNoLimiter, RateLimiter } from '../../../server/limits/rate-limiter.ts'
import { createMailer } from '../../../server/mail/transport.ts'
import { parseSettings, siteFromSettings } from '../../../server/settings/settings.ts'
import { queueUserMail, workUserJobs } from '../../../server/users/users.jobs.ts'
import { createDatabase, until } from '../../support/postgres/database.ts'
import { findFreePort, runServer } from '../../support/site.ts'
import { startMailServer } from '../../support/smtp.ts'

const url = await createDatabase(inject('postgres'))
await openDatabase(url, 10)

const complaints: object[] = []
const texts: string[] = []
const log = {
  error: (facts: object, text: string) => void (complaints.push(facts), texts.push(text)),
  info: () => {},
  warn: () => {},
  debug: () => {},
}
const running: Jobs[] = []
async function start(): Promise<Jobs> {
  const jobs = createJobs(url, { superviseIntervalSeconds: 1 })
  await jobs.start(log)
  running.push(jobs)
  return jobs
}
const stopAll = async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
}
afterEach(stopAll)
afterAll(closeDatabase)

const countConnections = async () => {
  const [{ count } = { count: 0 }] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'jobs%'`
  return count
}

const cancelSubscription = () => Promise.resolve()
const rateLimiter = new RateLimiter(createNoLimiter)

/** Starts mail workers, as several servers would. */
async function startMailing(smtp_url: string, count = 1) {
  const settings = parseSettings({ SMTP_URL: smtp_url, PUBLIC_URL: 'https://library.test' })
  const mailer = createMailer(settings, log, siteFromSettings(settings))
  const started = await Promise.all(Array.from({ length: count }, start))
  for (const jobs of started)
    await workUserJobs(jobs, {
      site: siteFromSettings(settings),
      secret: 'x'.repeat(32),
      mailer,
      rateLimiter,
      cancelSubscription,
    })
  onTestFinished(() => mailer.close())
}

async function startServer(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options)
  onTestFinished(server.stop)
  return server
}

let made = 0
async function queueWelcome() {
  const [jobs] = running
  if (!jobs) throw new Error('No jobs are started.')
  const email = `reader-${++made}@example.test`
  const { id } = await db.user.create({ data: { username: `reader-${made}`, email } })
  await db.$transaction((transaction) => queueUserMail(jobs, transaction, { kind: 'welcome', user_id: id }))
  return email
}

type Row = { id: string; name: string; state: string; retry_count: number; pause: number }
const rows = (name = 'user_mail') => db.$queryRaw<Row[]>`
  SELECT id::text, state::text, retry_count, extract(epoch FROM start_after - now())::float AS pause
    FROM pgboss.job WHERE name = ${name} ORDER BY created_on`
const states = async (name?: string) => [...new Set((await rows(name)).map(({ state }) => state))]
const forget = () => db.$executeRaw`DELETE FROM pgboss.job`
/** Makes paused jobs due. */
const passPauses = () => db.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`

describe('a job', () => {
  test('exists only if the transaction that queued it was committed', async () => {
    const seen: unknown[] = []
    const { startWorkers, enqueue } = await start()
    await startWorkers('told', async ({ data }) => void seen.push(data))
    const causing = db.$transaction(async (transaction) => {
      await enqueue(transaction, 'told', { of: 'nothing' })
      throw new Error('rolled back')
    })
    await expect(causing).rejects.toThrow('rolled back')
    expect(await rows('told')).toEqual([])
    await db.$transaction(async (transaction) => {
      await enqueue(transaction, 'told', { of: 'something' })
      expect(await rows('told')).toEqual([])
    })
    await until(() => seen.length > 0)
    expect(seen).toEqual([{ of: 'something' }])
  })

  test('runs once with five workers, without pauses between sixty jobs', async () => {
    const seen: unknown[] = []
    const started = await Promise.all(Array.from({ length: 5 }, start))
    for (const { startWorkers } of started) await startWorkers('crowd', async ({ id }) => void seen.push(id))
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        db.$transaction(async (transaction) => started[at % 5]?.enqueue(transaction, 'crowd', {})),
      ),
    )
    await until(() => seen.length >= 60)
    await until(async () => (await states('crowd')).join() === 'completed')
    expect(new Set(seen).size).toBe(60)
    expect(seen).toHaveLength(60)
  })

  test('that fails is retried with growing pauses, for three days', async () => {
    let failures = 0
    const { startWorkers, enqueue } = await start()
    await startWorkers('failing', async () => {
      failures += 1
      throw new Error('no')
    })
    await db.$transaction((transaction) => enqueue(transaction, 'failing', {}))
    await until(async () => (await rows('failing'))[0]?.state === 'retry')
    const [first] = await rows('failing')
    expect(first?.pause).toBeGreaterThan(10)
    expect(first?.pause).toBeLessThan(61)
    await db.$executeRaw`UPDATE pgboss.job SET retry_count = 40, start_after = now() WHERE name = 'failing'`
    await until(async () => failures === 2 && (await states('failing')).join() === 'retry')
    const [later] = await rows('failing')
    expect(later?.pause).toBeGreaterThan(1_700)
    expect(later?.pause).toBeLessThan(3_601)
    expect(complaints).toContainEqual(expect.objectContaining({ job: 'failing', attempt: 1, err: new Error('no') }))
    expect(texts).not.toContain('A job failed and is given up')
    await db.$executeRaw`UPDATE pgboss.job SET retry_count = 77, start_after = now() WHERE name = 'failing'`
    await until(async () => (await states('failing')).join() === 'failed')
    expect(texts.filter((text) => text === 'A job failed and is given up')).toHaveLength(1)
  })

  test('in progress is completed before the server stops', async () => {
    const hand = Promise.withResolvers<void>()
    let isDone = false
    const { startWorkers, enqueue } = await start()
    await startWorkers('slow', async () => {
      hand.resolve()
      await new Promise((resolve) => setTimeout(resolve, 300))
      isDone = true
    })
    await db.$transaction((transaction) => enqueue(transaction, 'slow', {}))
    await hand.promise
    await stopAll()
    expect(isDone).toBe(true)
    expect(await states('slow')).toEqual(['completed'])
  })

  test('runs even if five servers start concurrently on an empty database', async () => {
    const empty = await createDatabase(inject('postgres'))
    const starting = Array.from({ length: 5 }, async () => {
      const jobs = createJobs(empty)
      await jobs.start(log)
      await jobs.startWorkers('first', async () => {})
      await jobs.schedule('hourly', '0 * * * *', async () => {})
      return jobs
    })
    const started = await Promise.all(starting)
    expect(started).toHaveLength(5)
    await Promise.all(started.map((jobs) => jobs.stop()))
  })

  test('runs after the database connections were cut', async () => {
    let done = 0
    const { startWorkers, enqueue } = await start()
    await startWorkers('cut', async () => void (done += 1))
    await until(async () => (await countConnections()) === 2)
    await db.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'jobs%'`
    await db.$transaction((transaction) => enqueue(transaction, 'cut', {}))
    await until(() => done > 0)
    expect(done).toBe(1)
  })

  test('that waited for 60 days is deleted, and the log has the number of such jobs', async () => {
    const { declare, enqueue } = await start()
    await declare('old')
    for (let at = 0; at < 3; at++) await db.$transaction((transaction) => enqueue(transaction, 'old', { at }))
    await db.$executeRaw`
      UPDATE pgboss.job SET start_after = now() - make_interval(days => CASE WHEN data->>'at' = '0' THEN 59 ELSE 61 END) WHERE name = 'old'`
    await dropOldJobs(log)
    expect(await rows('old')).toHaveLength(1)
    expect(complaints).toContainEqual({ queue: 'old', count: 2 })
    const [queue] = await db.$queryRaw<object[]>`SELECT retention_seconds FROM pgboss.queue WHERE name = 'old'`
    expect(queue).toEqual({ retention_seconds: 90 * 86_400 })
    await dropOldJobs(log)
    expect(complaints.filter((one) => 'queue' in one)).toHaveLength(1)
  })

  test('cannot be added to a queue that is not started', async () => {
    await start()
    const stopped = createJobs(url)
    const queue = () => db.$transaction((transaction) => stopped.enqueue(transaction, 'told', {}))
    await expect(queue()).rejects.toThrow('not started')
    await stopped.start(log)
    await queue()
    await stopped.stop()
    await expect(queue()).rejects.toThrow('not started')
  })

  test('is processed with at most two database connections', async () => {
    await start()
    await until(async () => (await countConnections()) === 2)
    expect(await countConnections()).toBeLessThanOrEqual(2)
  })
})

describe('a mail to a mail server', () => {
  test('is sent once with five workers', async () => {
    await forget()
    const server = await startServer()
    await startMailing(server.url, 5)
    const addresses = await Promise.all(Array.from({ length: 20 }, queueWelcome))
    await until(async () => (await states()).join() === 'completed')
    expect(server.mails).toHaveLength(20)
    expect(new Set(server.mails.map(({ headers }) => headers.to))).toEqual(new Set(addresses))
    expect(server.mails.every(({ link }) => link.startsWith('https://library.test/confirm-email?token='))).toBe(true)
  })

  test('waits while the mail server is down, and is sent once after it is up again', async () => {
    await forget()
    const port = await findFreePort()
    await startMailing(`smtp://127.0.0.1:${port}`)
    const email = await queueWelcome()
    await until(async () => (await states()).join() === 'retry')
    const server = await startServer({ port })
    await passPauses()
    await until(async () => (await states()).join() === 'completed')
    const [row] = await rows()
    expect(server.mails.map(({ headers }) => headers.to)).toEqual([email])
    expect(server.mails[0]?.headers['message-id']).toBe(`<${row?.id}@library.test>`)
  })

  test.each(['a@b.test\r\nRCPT TO:<c@d.test>', 'a@b.test, c@d.test', 'a@b.test> SIZE=1 <c@d.test'])(
    'has at most one recipient: %j',
    async (to) => {
      const server = await startServer()
      const mailer = createMailer(parseSettings({ SMTP_URL: server.url }), log, siteFromSettings(parseSettings({})))
      const mail = { id: 'x', written_at: new Date(), to, subject: 'x', text: 'x', html: 'x' }
      await mailer.send(mail).catch(() => {})
      expect(server.recipients.length).toBeLessThanOrEqual(1)
      expect(server.recipients.filter((recipient) => /<(c@d|a@b)\.test>/.test(recipient))).toEqual([])
      mailer.close()
    },
  )

  test('is sent by the next server if a server is killed, with the same link', async () => {
    await forget()
    const silent = await startServer({ pause: null })
    const killed = runServer({
      DATABASE_URL: url,
      SMTP_URL: silent.url,
      PUBLIC_URL: 'https://library.test',
      PORT: '0',
      SEED: 'none',
      JWT_SECRET: 'x'.repeat(32),
    })
    await killed.ready
    const writer = await start()
    const email = await queueWelcome()
    await until(() => silent.mails.length > 0)
    killed.process.kill('SIGKILL')
    await killed.exited
    await writer.stop()
    expect(await states()).toEqual(['active'])

    const server = await startServer()
    await startMailing(server.url)
    await db.$executeRaw`UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'`
    await db.$executeRaw`UPDATE pgboss.queue SET monitor_on = NULL`
    await until(async () => (await states()).join() === 'retry')
    await passPauses()
    await until(() => server.mails.length > 0)
    const summaryOf = ({ headers, link }: (typeof server.mails)[number]) => [headers.to, headers['message-id'], link]
    expect(server.mails.map(summaryOf)).toEqual(silent.mails.map(summaryOf))
    expect(server.mails[0]?.headers.to).toBe(email)
    await until(async () => (await states()).join() === 'completed')
  })
})
