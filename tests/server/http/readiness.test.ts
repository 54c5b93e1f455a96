import { expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { get, openApp, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const writable = async () => /^promptory_database_writable (\d)$/m.exec((await get('/metrics')).text)?.[1]

test('/readyz and the metrics detect a database that refuses writes', async () => {
  expect([(await get('/readyz')).status, await writable()]).toEqual([200, '1'])
  await sql.query('ALTER SEQUENCE cache_invalidation_id_seq RENAME TO broken')
  try {
    expect((await get('/readyz')).status).toBe(503)
    await until(async () => (await writable()) === '0')
  } finally {
    await sql.query('ALTER SEQUENCE broken RENAME TO cache_invalidation_id_seq')
  }
  expect((await get('/readyz')).status).toBe(200)
})

test('/readyz returns 503 while another session locks its table, and blocks no other request', async () => {
  const person = await createPerson()
  await sql.query('BEGIN; LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE')
  try {
    const answers = await Promise.all(Array.from({ length: 30 }, () => get('/readyz')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect((await get(paths.api.me, { as: person })).status).toBe(200)
  } finally {
    await sql.query('ROLLBACK')
  }
  await until(async () => (await get('/readyz')).status === 200)
})
