import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createDatabase, withClient } from '../../support/postgres/database.ts'
import { createDataFolder, findFreePort, runServer, serverCommand } from '../../support/site.ts'

const command = [...serverCommand.slice(0, -1), 'server/start/migrate.ts']
const ended = (settings: Record<string, string>) => runServer(settings, { command }).exited

test('npm run migrate applies the migrations once, concurrently with a server', async () => {
  const url = await createDatabase(inject('postgres'), 'template0')
  const folder = createDataFolder()
  const settings = { DATABASE_URL: url, DATA_DIR: folder }
  const server = runServer({ ...settings, PORT: String(await findFreePort()) })
  const [first] = await Promise.all([ended(settings), server.ready])
  server.process.kill('SIGTERM')
  const [second, { output }] = await Promise.all([ended(settings), server.exited])
  expect([first.code, second.code]).toEqual([0, 0])
  const outputs = first.output + output
  expect(second.output).toBe('The database is up to date: no migration was pending.\n')
  expect(outputs.match(/The first admin account is admin@localhost\.test/g)).toHaveLength(1)
  expect(JSON.parse(readFileSync(join(folder, 'first-admin.json'), 'utf8')).email).toBe('admin@localhost.test')
  const { rows } = await withClient(url, (client) =>
    client.query('SELECT count(*)::int AS all, count(DISTINCT migration_name)::int AS once FROM _prisma_migrations'),
  )
  expect(rows[0].all).toBe(rows[0].once)
  rmSync(folder, { recursive: true })
})

test('npm run migrate without its database prints the reason in one sentence, and creates nothing', async () => {
  const folder = createDataFolder()
  const { code, output } = await ended({
    DATABASE_URL: `postgresql://somebody:hidden@127.0.0.1:${await findFreePort()}/any`,
    DATA_DIR: folder,
  })
  expect([code, output]).toEqual([1, expect.stringMatching(/^[^\n]*ECONNREFUSED[^\n]*\n$/)])
  expect(output).not.toContain('hidden')
  expect(existsSync(join(folder, 'first-admin.json'))).toBe(false)
  rmSync(folder, { recursive: true })
})
