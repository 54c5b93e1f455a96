import { chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorSummaryOf } from '../../../server/embedded/postgres-programs.ts'
import { parseSettings, StartProblem } from '../../../server/settings/settings.ts'
import { createDataFolder, findFreePort, processesOf, runServer, serverCommand } from '../../support/site.ts'

const ended = (settings: Record<string, string>, command = serverCommand) => runServer(settings, { command }).exited

test.runIf(process.getuid?.() === 0)('a start by root does not change the data of another user', async () => {
  const folder = createDataFolder()
  const [somebody, cluster] = [4_321, join(folder, 'postgres')]
  mkdirSync(cluster, { mode: 0o700 })
  const files = ['PG_VERSION', 'log', 'password'].map((name) => join(cluster, name))
  for (const file of files) writeFileSync(file, '18\n')
  const paths = [folder, cluster, ...files]
  for (const path of paths) chownSync(path, somebody, somebody)
  const { code, output } = await ended({ DATA_DIR: folder })
  expect([code, output]).toEqual([1, expect.stringMatching(/^\S+ belongs to the user 4321, and .* chown -R\.\n$/)])
  expect(paths.map((path) => statSync(path).uid)).toEqual(paths.map(() => somebody))
  expect(readdirSync(folder)).toEqual(['postgres'])
})

test.runIf(process.platform === 'linux')('a start that cannot create its data folder is refused', async () => {
  const { code, output } = await ended({ DATA_DIR: '/proc/none/x' })
  expect([code, output]).toEqual([1, expect.stringMatching(/^\/proc\/none cannot be used: .*\n$/)])
})

test('PG* environment variables of other databases do not affect the embedded one', async () => {
  const folder = createDataFolder()
  const others = { PGSSLMODE: 'require', PGOPTIONS: '-c default_transaction_read_only=on', PGHOST: '127.0.0.9' }
  const server = runServer({ DATA_DIR: folder, PORT: '0', ...others })
  await server.ready
  server.process.kill('SIGTERM')
  expect((await server.exited).code).toBe(0)
  rmSync(join(folder, 'postgres/pg_wal'), { recursive: true })
  const { code, output } = await ended({ DATA_DIR: folder, PORT: '0' })
  expect([code, output]).toEqual([1, expect.stringMatching(/^The embedded PostgreSQL did not start: .*pg_wal.*\n$/)])
  expect(processesOf(folder)).toEqual([])
})

test('errorSummaryOf returns the error within the output of a failed program', () => {
  const output = [
    'creating directory x ... ok',
    'x FATAL:  could not write: No space left on device',
    'child process exited with exit code 1',
    'initdb: removing contents of data directory',
  ]
  expect(errorSummaryOf(output.join('\n'))).toBe(output[1])
  expect(errorSummaryOf('a\nb\nc\nd\n')).toBe('b c d')
})

const port = String(await findFreePort())
test.each<[string, string[], Record<string, string>, RegExp]>([
  ['an unknown task', ['scripts/start.mjs', 'frob'], {}, /^There is no task frob\. The tasks are start, dev, .*\.$/],
  ['an unknown option of a measurement', ['tests/bench/main.ts', 'read', '--frob'], {}, /^Unknown option '--frob'.*$/],
  ['the last port in development', ['scripts/dev.ts'], { PORT: '65535' }, /^The setting PORT \(65535\) is wrong: .*$/],
  [
    'an address with a mode that is none',
    ['server/start/main.ts'],
    { DATABASE_URL: `postgresql://somebody@127.0.0.1:${port}/any?sslmode=nonsense` },
    /^The setting DATABASE_URL is wrong: must have an sslmode of disable, .*, or none\.$/,
  ],
])('%s is refused in one sentence', async (_what, args, settings, sentence) => {
  const { code, output } = await ended({ DATA_DIR: createDataFolder(), ...settings }, [
    ...serverCommand.slice(0, -1),
    ...args,
  ])
  expect([code, output.trim()]).toEqual([1, expect.stringMatching(sentence)])
})

test.each([
  'hidden-word',
  'postgresql://somebody:hidden/word@db.test/site',
  'postgresql://somebody:hidden#word@db.test/site',
  'postgresql://somebody:hidden word@db.test:99999/site',
  'postgresql://somebody:hidden%word@db.test/site',
])('an invalid database address is refused without showing it: %s', (address) => {
  expect(() => parseSettings({ DATABASE_URL: address })).toThrow(
    new StartProblem(
      `The setting DATABASE_URL is wrong: must be an address as in postgresql://user:password@db.example.com/site, with characters like / ? # % in the password percent-encoded.`,
    ),
  )
})
