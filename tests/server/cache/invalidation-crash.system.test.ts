import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ResponseCache } from '../../../server/cache/response-cache.ts'
import { listenForInvalidations } from '../../../server/cache/invalidation-listener.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { startPostgres } from '../../../server/embedded/postgres.ts'
import { until, withClient } from '../../support/postgres/database.ts'
import { createDataFolder } from '../../support/site.ts'

const folder = createDataFolder()
const { url, stop } = await startPostgres(join(folder, 'postgres'))
await migrate(url)
const responseCache = new ResponseCache()
let connections = 0
const stopListening = listenForInvalidations(url, {
  onInvalidate: (tags) => responseCache.invalidate(tags),
  onConnected: () => (responseCache.connect(), connections++),
  onDisconnected: () => responseCache.disconnect(),
})
afterAll(async () => {
  await stopListening()
  await stop()
})

const store = () =>
  responseCache.set(
    'page',
    { status: 200, etag: '', tags: ['prompt:1'], headers: [], bodies: { identity: Buffer.from('x') } },
    responseCache.version,
  )

const noted = async () =>
  withClient(url, async (client) => (await client.query('SELECT FROM cache_invalidation')).rows.length)

test('a database crash that loses unannounced invalidations clears the response cache', async () => {
  await until(() => connections === 1)
  // The invalidations of the migrations are announced a second later.
  await until(async () => (await noted()) === 0)
  expect(store()).toBe(true)
  await withClient(url, async (client) => {
    client.on('error', () => {})
    await client.query(`SELECT invalidate(ARRAY['prompt:1'], now() + interval '1 hour')`)
    expect(await noted()).toBe(1)
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0].pid, 'SIGKILL')
    await until(() => responseCache.get('page') === undefined)
  })
  await until(() => connections === 2)
  expect(await noted()).toBe(0)
  expect(store()).toBe(true)
})
