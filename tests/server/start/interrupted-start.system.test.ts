import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { advisoryLockIds } from '../../../server/database/locks.ts'
import { createDatabase, until, withClient } from '../../support/postgres/database.ts'
import { createDataFolder, processesOf, runServer, serverCommand } from '../../support/site.ts'

const has = (folder: string, name: RegExp) => readdirSync(folder).some((entry) => name.test(entry))
/** Phases of a first start that are visible in its folder. */
const phases: [string, (folder: string) => boolean][] = [
  ['takes the folder', (folder) => has(folder, /^server\.lock$/)],
  ['makes the database', (folder) => has(folder, /^postgres\.new-/)],
  ['starts it', (folder) => existsSync(join(folder, 'postgres/postmaster.pid'))],
  ['migrates and fills it', (folder) => has(folder, /^first-admin\.json$/)],
  ['starts the app', (folder) => has(folder, /^jwt-secret$/)],
]
/** Installed by `npm test`; otherwise the start would install packages. */
const isInstalled =
  existsSync('node_modules/.installed') &&
  readFileSync('node_modules/.installed', 'utf8') ===
    createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
/** Output that is possible by then; settings may be read while the database stops. */
const logOfInterruptedStart =
  /^(The first admin account|\S.* is ready at |\{.*"msg":"the site’s settings could not be read"\}).*\n/gm
const whole = ['first-admin.json', 'jwt-secret', 'postgres', 'server.lock']

describe('a first start', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'that %s ends in any phase is completed by the next start',
    async (signal) => {
      const folder = createDataFolder()
      for (const [phase, isThere] of phases) {
        const server = runServer({ DATA_DIR: folder, PORT: '0' })
        await until(() => isThere(folder))
        server.process.kill(signal)
        server.process.kill(signal)
        const { code, output } = await server.exited
        if (signal === 'SIGKILL') continue
        // A null exit code: the signal came before the start had begun anything.
        expect([phase, [0, null].includes(code), processesOf(folder)]).toEqual([phase, true, []])
        expect([phase, output.replace(logOfInterruptedStart, '')]).toEqual([phase, ''])
        expect([phase, has(folder, /new|server\.pid/)]).toEqual([phase, false])
      }
      const server = runServer({ DATA_DIR: folder, PORT: '0' })
      await server.ready
      server.process.kill('SIGTERM')
      expect((await server.exited).code).toBe(0)
      expect(readdirSync(folder)).toEqual(whole)
      expect(processesOf(folder)).toEqual([])
      rmSync(folder, { recursive: true })
    },
  )

  test.runIf(isInstalled)('that Ctrl-C ends with its process group leaves no process', async () => {
    const folder = createDataFolder()
    for (const [phase, isThere] of phases.slice(1, 3)) {
      const start = runServer(
        { DATA_DIR: folder, PORT: '0' },
        { command: ['node', 'scripts/start.mjs'], detached: true },
      )
      await until(() => isThere(folder))
      process.kill(-Number(start.process.pid), 'SIGINT')
      const { code, output } = await start.exited
      expect([phase, code, output.replace('Building the pages…\n', '')]).toEqual([phase, 0, ''])
      expect([phase, processesOf(folder)]).toEqual([phase, []])
    }
    rmSync(folder, { recursive: true })
  })
})

test('a command ended by a signal stops the database that it started', async () => {
  const folder = createDataFolder()
  const command = [...serverCommand.slice(0, -1), 'scripts/cli/main.ts', 'library', 'export']
  const { process: cli, exited } = runServer({ DATA_DIR: folder }, { command })
  await until(() => existsSync(join(folder, 'postgres/postmaster.pid')))
  cli.kill('SIGINT')
  expect(await exited).toEqual({ code: 130, output: '' })
  expect(processesOf(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

test.runIf(isInstalled)(
  'a server ends with the shell that started it, even with nohup, and logs the reason',
  async () => {
    const folder = createDataFolder()
    const shell = runServer(
      { DATA_DIR: folder, PORT: '0' },
      { command: ['sh', '-c', 'nohup node scripts/start.mjs; exit'], detached: true },
    )
    await until(() => has(folder, /^server\.lock$/))
    shell.process.kill('SIGKILL')
    expect((await shell.exited).output).toContain('The parent process ended, so this process stops.\n')
    expect(processesOf(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  },
)

describe('a start that waits for a database lock', () => {
  test.each([
    ['migrates', false, `SELECT pg_advisory_lock(${advisoryLockIds.migrations})`],
    ['writes the starter library', true, 'LOCK TABLE prompt'],
    ['writes the first account', true, 'LOCK TABLE "user"'],
    ['looks at the secret', true, 'LOCK TABLE signing_key'],
  ])('and %s can be ended at once by a signal', async (_what, migrated, lock) => {
    const [folder, url] = [
      createDataFolder(),
      await createDatabase(inject('postgres'), migrated ? 'migrated' : 'template0'),
    ]
    await withClient(url, async (client) => {
      await client.query(`BEGIN; ${lock}`)
      const server = runServer({ DATA_DIR: folder, PORT: '0', DATABASE_URL: url })
      await withClient(inject('postgres'), (other) =>
        until(async () => {
          const waiting = `SELECT FROM pg_stat_activity WHERE datname = $1 AND (wait_event_type = 'Lock' OR query LIKE '%pg_try_advisory_lock($1)%')`
          return (await other.query(waiting, [new URL(url).pathname.slice(1)])).rows.length > 0
        }),
      )
      server.process.kill('SIGTERM')
      const { code, output } = await server.exited
      const expectedLog =
        /^(Another server is preparing the database: waiting until it is done|The first admin account is .*)\.\n/
      expect([code, output.replace(expectedLog, '')]).toEqual([0, ''])
    })
    rmSync(folder, { recursive: true })
  })
})
