import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { closeDatabase } from '../../server/database/db.ts'
import { parseSettings } from '../../server/settings/settings.ts'
import { prepareDatabase } from '../../server/start/prepare.ts'
import { runCommand } from '../support/command.ts'
import { copyDatabase, createDatabase, waitForBlockedLock, withClient } from '../support/postgres/database.ts'
import { createDataFolder, runServer } from '../support/site.ts'

const postgres = inject('postgres')
const folder = createDataFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const migrateCommand = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/start/migrate.ts']
const startProcess = (url: string) => runServer({ DATABASE_URL: url, DATA_DIR: folder }, { command: migrateCommand })

async function start(url: string, settings: Record<string, string> = {}) {
  await prepareDatabase(parseSettings({ DATA_DIR: folder, DATABASE_URL: url, ...settings }), {
    url,
    release: () => Promise.resolve(),
  })
  await closeDatabase()
}

const tables = ['prompt', 'pipeline', 'plan', 'testimonial', 'faq_item', 'section', 'thread', 'post', 'starter_version']
const readCounts = (url: string) =>
  withClient(url, async (client) => {
    const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`)
    return (await client.query(`SELECT ${counts.join(', ')}`)).rows[0] as Record<string, number>
  })
const run = (url: string, sql: string) => withClient(url, (client) => client.query(sql))

const filled = await createDatabase(postgres)
await start(filled)
const counts = await readCounts(filled)

describe('an empty database', () => {
  test('is filled once by concurrently starting servers', async () => {
    const url = await createDatabase(postgres)
    const exits = await Promise.all([startProcess(url).exited, startProcess(url).exited])
    expect(exits.map(({ code }) => code)).toEqual([0, 0])
    expect(Object.values(counts).every((count) => count > 0)).toBe(true)
    expect(counts.starter_version).toBe(1)
    expect(await readCounts(url)).toEqual(counts)
  })

  test('is filled by the next start after a kill', async () => {
    const url = await createDatabase(postgres)
    await withClient(url, async (client) => {
      await client.query('BEGIN; LOCK TABLE post IN SHARE MODE')
      const server = startProcess(url)
      await waitForBlockedLock(url)
      server.process.kill('SIGKILL')
      await server.exited
      await client.query('ROLLBACK')
    })
    expect(await readCounts(url)).toEqual({ ...counts, post: 0, starter_version: 0 })
    await start(url)
    expect(await readCounts(url)).toEqual(counts)
  })

  test('stays empty with SEED=none', async () => {
    const url = await createDatabase(postgres)
    await start(url, { SEED: 'none' })
    expect(Object.values(await readCounts(url)).every((count) => count === 0)).toBe(true)
  })
})

describe('a filled database', () => {
  test('keeps what its operator changed and deleted', async () => {
    const url = await copyDatabase(postgres, filled)
    await run(url, `DELETE FROM post; DELETE FROM plan; UPDATE prompt_text SET title = 'Ours' WHERE locale = 'es'`)
    await start(url)
    expect(await readCounts(url)).toEqual({ ...counts, post: 0, plan: 0 })
    expect((await run(url, `SELECT FROM prompt_text WHERE locale = 'es' AND title <> 'Ours'`)).rowCount).toBe(0)
  })

  test('filled by 0.1.0, which recorded no version, gets no new rows', async () => {
    const url = await copyDatabase(postgres, filled)
    await run(
      url,
      `DELETE FROM starter_version; DELETE FROM prompt WHERE id = (SELECT max(id) FROM prompt); DELETE FROM post WHERE id = (SELECT max(id) FROM post)`,
    )
    const before = await readCounts(url)
    await start(url)
    expect(await readCounts(url)).toEqual({ ...before, starter_version: 1 })
  })

  test('gets the content of a release by an import', async () => {
    const url = await copyDatabase(postgres, filled)
    const file = fileURLToPath(new URL('../../prisma/content/library/travel.ndjson', import.meta.url))
    const changed = `UPDATE prompt_text SET title = 'Old' WHERE locale = 'en' AND prompt_id = (SELECT prompt.id FROM prompt JOIN use_case ON use_case.id = use_case_id JOIN category ON category.id = category_id WHERE category.slug = 'travel' LIMIT 1)`
    expect((await run(url, changed)).rowCount).toBe(1)
    const { json } = await runCommand({ DATABASE_URL: url, DATA_DIR: folder }, 'library', 'import', file)
    expect(json).toMatchObject({ added: 0, changed: 1, rejected: 0 })
  })
})
