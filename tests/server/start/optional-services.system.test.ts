import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createDatabase } from '../../support/postgres/database.ts'
import { createDataFolder, findFreePort, runServer } from '../../support/site.ts'

/** A copy of the server without the folder of a service and without the lines of app.ts that name it. */
function copyWithout(service: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'without-'))
  for (const name of ['server', 'shared', 'prisma', 'package.json']) cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  rmSync(join(copy, 'server', service), { recursive: true })
  const file = join(copy, 'server/app.ts')
  const lines = readFileSync(file, 'utf8').split('\n')
  const kept = lines.filter((line) => !line.includes(`./${service}/`))
  expect(lines.length - kept.length).toBe(1)
  writeFileSync(file, kept.join('\n'))
  return copy
}

test.each(['tracing'])('a server without %s is one without its folder and its line in app.ts', async (service) => {
  const [copy, folder] = [copyWithout(service), createDataFolder()]
  const port = String(await findFreePort())
  const DATABASE_URL = await createDatabase(inject('postgres'))
  const server = runServer(
    { DATABASE_URL, DATA_DIR: folder, PORT: port, SEED: 'none' },
    { command: [process.execPath, '--disable-warning=ExperimentalWarning', join(copy, 'server/start/main.ts')] },
  )
  await server.ready
  const answer = await fetch(`http://127.0.0.1:${port}/api/library/categories/`)
  expect([answer.status, await answer.json()]).toEqual([200, []])
  server.process.kill('SIGTERM')
  expect(await server.exited).toMatchObject({ code: 0 })
  for (const path of [copy, folder]) rmSync(path, { recursive: true })
})
