import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../../server/database/migrations.ts'
import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { queueDigests } from '../../../server/notifications/notification-mails.ts'
import { createJobs } from '../../../server/jobs.ts'
import { startMailServer } from '../../support/smtp.ts'
import { withClient, withScratch } from '../database.ts'
import type { Database } from '../database.ts'
import { formatDecimal, formatInteger } from '../figures.ts'
import type { Figure } from '../figures.ts'
import type { OperateOptions } from './operate.ts'
import { cpuSeconds, cpuSecondsOfTree } from '../proc.ts'
import { startProduct } from '../product.ts'

/** Goal: 1,000,000 digests in four hours. */
const mailsPerSecond = 1_000_000 / (4 * 3_600)
/** Response time of the mail server per mail. */
const smtpMs = 50
const warmUpMs = 10_000
const measuredMails = 10_000
const maxMeasuredMs = 600_000
const threads = 1_000

const fill = (members: number) => `
  SET session_replication_role = replica;
  INSERT INTO "user" (id, username, email, first_name, last_name, email_confirmed_at)
  SELECT n, 'bench-' || n, 'bench-' || n || '@example.test', 'Name' || n % 5000, 'Surname' || n % 7000, now()
    FROM generate_series(1, ${members}) AS n;
  INSERT INTO section (id, slug, position) VALUES (1, 'section', 1);
  INSERT INTO thread (id, meta_slug, section_id, author_id, title, description, description_html, render_version, excerpt, status, published_at)
  SELECT n, 'thread-' || n, 1, n, 'A thread of some words, number ' || n, 'Text', '<p>Text</p>', 1, 'Text', 'published', now()
    FROM generate_series(1, ${threads}) AS n;
  INSERT INTO comment (id, thread_id, author_id, body, body_html, render_version)
  SELECT n, n, 1 + (n * 7) % ${threads}, 'Text', '<p>Text</p>', 1 FROM generate_series(1, ${threads}) AS n;
  INSERT INTO notification (user_id, kind, key, thread_id, comment_id, actor_id)
  SELECT n, 'comment', 'comment:' || number, number, number, 1 + (number * 7) % ${threads}
    FROM generate_series(1, ${members}) AS n, generate_series(0, 2) AS which, LATERAL (SELECT 1 + (n + which * 333) % ${threads} AS number) AS one;
  SET session_replication_role = DEFAULT`

export const digest = (database: Database, { members }: OperateOptions): Promise<Figure[]> =>
  withScratch(database.url, 'digest', async (url) => {
    await migrate(url)
    const jobs = createJobs(url, { runsSchedules: false })
    await jobs.start({ debug: () => {}, error: () => {} })
    await jobs.declare('notification_digest_mail')
    await withClient(url, async (client) => {
      await client.query(fill(members))
      await client.query('VACUUM ANALYZE')
    })
    await openDatabase(url, 4)
    const startedAt = performance.now()
    await queueDigests(jobs)
    const queuedSeconds = (performance.now() - startedAt) / 1_000
    await closeDatabase()
    await jobs.stop()

    const server = await startMailServer({ pause: smtpMs })
    const product = await startProduct(url, { SMTP_URL: server.url })
    await sleep(warmUpMs)
    const before = server.mails.length
    const processorSeconds = () => [cpuSeconds(product.pid), cpuSecondsOfTree(database.pid)]
    const [serverBefore = 0, databaseBefore = 0] = processorSeconds()
    const from = performance.now()
    while (server.mails.length < before + measuredMails && performance.now() - from < maxMeasuredMs) await sleep(50)
    const sent = server.mails.length - before
    const rate = sent / ((performance.now() - from) / 1_000)
    const [serverAfter = 0, databaseAfter = 0] = processorSeconds()
    const perMail = (seconds: number) => `${formatDecimal((seconds * 1_000) / sent, 1)} ms`
    await product.stop()
    await server.stop()
    const people = new Set(server.mails.map(({ headers }) => headers.to)).size
    return [
      {
        what: `${formatInteger(sent)} of ${formatInteger(members)} waiting digests, sent by one server to a mail server that takes ${smtpMs} ms for a mail`,
        required: `≥ ${formatDecimal(mailsPerSecond, 0)} a second: 1,000,000 in 4 hours`,
        measured: `${formatDecimal(rate, 1)} a second: 1,000,000 in ${formatDecimal(1_000_000 / rate / 3_600, 1)} hours`,
        passed: rate >= mailsPerSecond,
      },
      {
        what: 'digests for each person',
        required: 'one',
        measured: `${formatInteger(server.mails.length)} mails to ${formatInteger(people)} people`,
        passed: people === server.mails.length,
      },
      {
        what: 'processor time per mail',
        measured: `server ${perMail(serverAfter - serverBefore)}, database ${perMail(databaseAfter - databaseBefore)}`,
      },
      { what: 'time to queue all digests', measured: `${formatInteger(queuedSeconds)} s` },
    ]
  })
