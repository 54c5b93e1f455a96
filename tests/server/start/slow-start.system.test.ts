import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '../../../server/database/migrations.ts'
import { closeDatabase, db, openDatabase } from '../../../server/database/db.ts'
import { createDatabase } from '../../support/postgres/database.ts'

/** Longer than a request waits for a connection, in ms. */
const delayMs = 11_000

/** Starts a proxy of a database that answers nothing for `delayMs` after each connection. */
async function slowly(url: string): Promise<string> {
  const address = new URL(url)
  const { hostname, port: databasePort } = address
  const proxy = createServer(async (socket) => {
    socket.on('error', () => {}).pause()
    await sleep(delayMs)
    const database = connect(Number(databasePort), hostname)
    database.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket
      .on('close', () => database.destroy())
      .pipe(database)
      .pipe(socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  return Object.assign(address, { host: `127.0.0.1:${port}` }).href
}

test('a start waits for a database statement beyond the timeout of requests', async () => {
  const url = await slowly(await createDatabase(inject('postgres')))
  const open = async () => {
    await openDatabase(url, 1)
    onTestFinished(closeDatabase)
    return db.prompt.count()
  }
  expect(await Promise.all([migrate(url), open()])).toEqual([[], 0])
})
