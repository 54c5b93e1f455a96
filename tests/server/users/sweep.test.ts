import { expect, test } from 'vitest'
import { db } from '../../../server/database/db.ts'
import { sweepExpired } from '../../../server/users/sweep.ts'
import { openApp, sql } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const stale = inMinutes(-24 * 60)

let made = 0
/** Inserts a session with this last use, and refresh tokens that expire in so many minutes. */
async function createSession(user_id: number, last_used_at: Date, ...tokens: number[]) {
  const { id } = await db.session.create({ data: { user_id, device: 'Test', created_at: last_used_at, last_used_at } })
  for (const minutes of tokens)
    await db.refreshToken.create({ data: { hash: `h${++made}`, session_id: id, expires_at: inMinutes(minutes) } })
  return id
}

test('the sweep deletes expired tokens, and sessions without a valid refresh token', async () => {
  const { id: user_id, session_id: fresh } = await createPerson()
  const over = await createSession(user_id, stale, -61, -62)
  const rotated = await createSession(user_id, stale, -61, 1)
  const long = await createSession(user_id, inMinutes(-90 * 24 * 60), 1)
  const signingIn = await createSession(user_id, new Date())
  for (const [minutes, purpose] of [
    [-1, 'confirm_email'],
    [1, 'reset_password'],
  ] as const) {
    await db.oneTimeToken.create({ data: { hash: purpose, purpose, user_id, expires_at: inMinutes(minutes) } })
    await db.usedCredential.create({ data: { hash: purpose, expires_at: inMinutes(minutes) } })
  }
  await Promise.all([sweepExpired(), sweepExpired()])
  const sessions = await db.session.findMany({ where: { user_id }, select: { id: true } })
  expect(new Set(sessions.map(({ id }) => id))).toEqual(new Set([fresh, rotated, signingIn]))
  for (const id of [over, long]) expect(sessions.map((session) => session.id)).not.toContain(id)
  expect(await db.refreshToken.count()).toBe(1)
  expect((await db.oneTimeToken.findMany()).map(({ hash }) => hash)).toEqual(['reset_password'])
  expect((await db.usedCredential.findMany()).map(({ hash }) => hash)).toEqual(['reset_password'])
})

test('the sweep deletes thousands of rows in batches, and finds each batch with an index', async () => {
  const { id: user_id } = await createPerson()
  await sql.query(
    `WITH made AS (INSERT INTO session (id, user_id, device, last_used_at)
       SELECT gen_random_uuid(), $1, 'Swept', now() - interval '31 days' FROM generate_series(1, 2500) RETURNING id)
     INSERT INTO refresh_token (hash, session_id, expires_at) SELECT id::text, id, now() - interval '2 hours' FROM made`,
    [user_id],
  )
  await sweepExpired()
  expect(await db.session.count({ where: { user_id, device: 'Swept' } })).toBe(0)
  await sql.query('SET enable_seqscan = off')
  const { rows } = await sql.query(
    `EXPLAIN SELECT id FROM session WHERE created_at < now() - interval '90 days' ORDER BY created_at LIMIT 1000`,
  )
  expect(JSON.stringify(rows)).toContain('session_created_at_idx')
})

test('the sweep runs every hour', async () => {
  const { rows } = await sql.query(`SELECT cron FROM pgboss.schedule WHERE name = 'user_sweep'`)
  expect(rows).toEqual([{ cron: '17 * * * *' }])
})
