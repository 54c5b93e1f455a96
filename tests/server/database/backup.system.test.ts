import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openArchive } from '../../../server/backup/archive-file.ts'
import { backUp } from '../../../server/backup/backup.ts'
import { matchesSigningSecrets, restore } from '../../../server/backup/restore.ts'
import { keyIdOf } from '../../../server/database/signing-key.ts'
import { listMigrations } from '../../../server/database/migration-files.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { fillSite, readEverything, remakeArchive, rewriteArchive } from '../../support/postgres/backups.ts'
import { changedArchives } from '../../support/postgres/changed-archives.ts'
import { createDatabase, withClient, urlOfDatabase } from '../../support/postgres/database.ts'
import { hasDebianPostgres, startDebianPostgres } from '../../support/postgres/debian-postgres.ts'
import { migrationsOf } from '../../support/postgres/migrating.ts'
import { StartProblem } from '../../../server/settings/settings.ts'

const postgres = inject('postgres')
const folder = mkdtempSync(join(tmpdir(), 'backups-'))
const fileOf = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const write = (url: string, file: string) => backUp(url, file, { dryRun: false, progress: () => {} })
type Wishes = { force?: boolean; dryRun?: boolean; withoutJobs?: boolean }
async function bringBack(
  url: string,
  file: string,
  { force = false, dryRun = false, withoutJobs = false }: Wishes = {},
) {
  const messages: string[] = []
  const archive = await openArchive(file)
  const notify = (sentence: string) => void messages.push(sentence)
  const restored = await restore(url, archive, { force, dryRun, withoutJobs, progress: () => {}, notify })
  return { ...restored, messages }
}
const query = (url: string, statement: string) =>
  withClient(url, async (client) => (await client.query(statement)).rows)

let site: string
let whole: string
let before: Awaited<ReturnType<typeof readEverything>>
beforeAll(async () => {
  site = await createDatabase(postgres)
  await fillSite(site)
  before = await readEverything(site)
  whole = fileOf('whole.backup')
  await write(site, whole)
})

/** Expects counters, sequences and constraints of a restored database to work. */
async function expectAlive(url: string) {
  const [added] = await query(
    url,
    `INSERT INTO "user" (username, email, avatar_color) VALUES ('after', 'after@example.test', '#4c2fa2') RETURNING id`,
  )
  expect(added.id).toBe(7)
  await expect(
    query(url, `INSERT INTO "user" (username, email, avatar_color) VALUES ('after', 'b@example.test', '#4c2fa2')`),
  ).rejects.toThrow(/user_username/)
  await expect(query(url, 'UPDATE prompt SET use_case_id = 999999')).rejects.toThrow(/foreign key/)
  expect(
    await query(
      url,
      'SELECT sum(prompts)::int AS counted, (SELECT count(*)::int FROM prompt) AS count FROM prompt_count',
    ),
  ).toMatchObject([{}])
}

describe('a backup', () => {
  test('restored into an empty database is equal in every table and database object', async () => {
    expect(Object.values(before.tables).filter((digest) => !digest.startsWith('0 ')).length).toBeGreaterThan(15)
    expect(before.tables['pgboss.job_common']).toMatch(/^1 /)
    const url = await createDatabase(postgres, 'template0')
    const { removed, migrated, skipped, messages } = await bringBack(url, whole)
    expect({ removed, migrated, skipped }).toEqual({ removed: 0, migrated: [], skipped: [] })
    expect(messages).toEqual([expect.stringMatching(/^This restores into the database test_\w+ \d+ tables of 20/)])
    expect(await readEverything(url)).toEqual(before)
    await expectAlive(url)
  })

  test('is readable by its owner only, and replaces a former file', async () => {
    const file = fileOf('again.backup')
    writeFileSync(file, 'a former one', { mode: 0o644 })
    await write(site, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('contains the state of one moment, despite concurrent writes', async () => {
    const url = await createDatabase(postgres, 'template0')
    await bringBack(url, whole)
    const file = fileOf('moment.backup')
    let changes: Promise<unknown> | undefined
    await backUp(url, file, {
      dryRun: false,
      progress: () => {
        changes ??= query(url, `DELETE FROM "user" WHERE username = 'copied-1'; UPDATE plan SET tier = tier`)
      },
    })
    await changes
    const restored = await createDatabase(postgres, 'template0')
    await bringBack(restored, file)
    expect((await readEverything(restored)).tables).toEqual(before.tables)
  })

  test('leaves nothing if its connection is lost, and so does a restore', async () => {
    // The second backup waits until the first is rolled back.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const url = await createDatabase(postgres, 'template0')
    const lose = (step: string, isLost?: true) => (name: string) => {
      // Only once: the next session must survive.
      if (!isLost && name.includes(step) && (isLost = true))
        void query(
          url,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'backup' AND datname = current_database()`,
        )
    }
    const archive = await openArchive(whole)
    const options = { force: true, dryRun: false, withoutJobs: false, notify: () => {} }
    for (const step of ['loading prompt_text', 'making keys'])
      await expect(restore(url, archive, { ...options, progress: lose(step) })).rejects.toThrow(
        /terminat|Connection|closed/i,
      )
    expect((await readEverything(url)).tables).toEqual({})
    await bringBack(url, whole)
    const file = fileOf('lost.backup')
    const losing = backUp(url, file, { dryRun: false, progress: lose('prompt') })
    await expect(losing).rejects.toThrow(/terminat|Connection|closed|premature/i)
    expect(readdirSync(folder).filter((name) => name.includes('lost'))).toEqual([])
  })

  test('is refused if the database has no tables, or if its file cannot be written', async () => {
    const empty = await createDatabase(postgres, 'template0')
    await expect(write(empty, fileOf('none'))).rejects.toThrow('There is nothing to back up')
    await expect(write(site, '/dev/null')).rejects.toThrow('/dev/null is not a file: choose another name.')
    await expect(write(site, join(folder, 'no', 'folder'))).rejects.toThrow(
      /folder cannot be written: .* \(ENOENT\)\.$/,
    )
    await expect(write(site, '/dev/null/none')).rejects.toThrow('/dev/null/none cannot be written: not a directory')
    await expect(write(site, fileOf('long'.repeat(99)))).rejects.toThrow('cannot be written: name too long')
    await expect(write(site, ' ')).rejects.toThrow('The file has no name.')
    expect(statSync('/dev/null').isFile()).toBe(false)
    expect(readdirSync(folder).filter((name) => name.startsWith('.') || name === 'none')).toEqual([])
  })
})

describe('a restore', () => {
  test('refuses a database with tables, unless --force replaces them', async () => {
    const url = await createDatabase(postgres)
    await query(
      url,
      "CREATE TABLE left_over (id int); CREATE TYPE left_kind AS ENUM ('a'); CREATE SCHEMA other; CREATE TABLE other.stays AS SELECT 1 AS id",
    )
    await expect(bringBack(url, whole)).rejects.toThrow(
      /^There are \d+ tables in the database test_\w+: --force removes/,
    )
    expect(await bringBack(url, whole, { force: true, dryRun: true })).toMatchObject({
      messages: [expect.stringMatching(/^This removes \d+ tables of the database/)],
    })
    expect(await bringBack(url, whole, { dryRun: true })).toMatchObject({ refused: expect.stringContaining('--force') })
    expect(await query(url, 'SELECT count(*)::int AS count FROM left_over')).toEqual([{ count: 0 }])
    await bringBack(url, whole, { force: true })
    expect(await readEverything(url)).toEqual(before)
    expect(await query(url, 'SELECT id FROM other.stays')).toEqual([{ id: 1 }])
    expect(await query(url, `SELECT to_regtype('left_kind') AS there`)).toEqual([{ there: null }])
  })

  test('is refused while a server uses the database', async () => {
    const url = await createDatabase(postgres, 'template0')
    const server = new URL(url)
    server.searchParams.set('application_name', 'jobs')
    await withClient(server.href, async () => {
      await expect(bringBack(url, whole)).rejects.toThrow('A server runs on this database: stop every one of them')
      // A dry run checks a backup beside a running server.
      expect(await bringBack(url, whole, { dryRun: true })).toMatchObject({
        refused: expect.stringContaining('A server runs on this database'),
      })
    })
    expect((await readEverything(url)).tables).toEqual({})
  })

  test.each([
    ['cut off in its beginning', (bytes: Buffer) => bytes.subarray(0, 40)],
    ['cut off in its middle', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['cut off at its end', (bytes: Buffer) => bytes.subarray(0, -1)],
    ...[0.2, 0.35, 0.5, 0.65, 0.8].map((share): [string, (bytes: Buffer) => Buffer] => [
      `changed in one bit after ${share} of it`,
      (bytes: Buffer) => {
        const at = Math.floor(bytes.length * share)
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return bytes
      },
    ]),
    [
      'without a part of its middle',
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, bytes.length >> 1), bytes.subarray((bytes.length >> 1) + 999)]),
    ],
  ])('of an archive that is %s changes nothing', async (_what, damage) => {
    const file = fileOf('damaged.backup')
    writeFileSync(file, damage(readFileSync(whole)))
    const url = await createDatabase(postgres)
    const former = await readEverything(url)
    for (const dryRun of [true, false])
      await expect(bringBack(url, file, { force: true, dryRun })).rejects.toThrow(
        /damaged\.backup is damaged or incomplete: /,
      )
    expect(await readEverything(url)).toEqual(former)
  })

  test('needs only the rights of the database owner', async () => {
    const name = `owner_${randomUUID().replaceAll('-', '')}`
    await query(postgres, `CREATE ROLE ${name} LOGIN PASSWORD 'own'`)
    await query(postgres, `CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`)
    const address = Object.assign(new URL(urlOfDatabase(postgres, name)), { username: name, password: 'own' }).href
    await bringBack(address, whole)
    await bringBack(address, whole, { force: true })
    const file = fileOf('own.backup')
    await write(address, file)
    expect((await readEverything(address)).tables).toEqual(before.tables)
  })

  test.each(changedArchives)(
    'of an archive %s is refused with one sentence and changes nothing',
    async (_what, change, why) => {
      const file = fileOf('changed.backup')
      await remakeArchive(whole, file, change)
      const url = await createDatabase(postgres)
      const former = await readEverything(url)
      const refusal = await bringBack(url, file, { force: true }).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(StartProblem)
      expect((refusal as Error).message).toMatch(why)
      expect(await readEverything(url)).toEqual(former)
    },
  )

  test('runs no SQL from the archive, and skips jobs of another pg-boss version', async () => {
    const evil = fileOf('evil.backup')
    const script = `CREATE TABLE planted AS SELECT 1; INSERT INTO pgboss.version(version) VALUES ('1');`
    rewriteArchive(whole, evil, (type, json) =>
      type === 'H' ? { ...json, jobs_version: undefined, jobs_script: script } : json,
    )
    const url = await createDatabase(postgres, 'template0')
    const { skipped } = await bringBack(url, evil)
    expect(skipped).toEqual(['pgboss.job_common'])
    expect(await query(url, `SELECT to_regclass('planted') AS planted, to_regclass('pgboss.job') AS jobs`)).toEqual([
      { planted: null, jobs: null },
    ])
    expect(await query(url, 'SELECT count(*)::int AS people FROM "user"')).toEqual([{ people: 6 }])
  })

  test('skips rows whose values pg-boss would run as SQL', async () => {
    const evil = fileOf('planted.backup')
    const queue =
      'name policy retry_limit retry_delay retry_backoff expire_seconds retention_seconds deletion_seconds partition table_name'
    await remakeArchive(whole, evil, ({ tables }, rows) => {
      tables.push({ schema: 'pgboss', name: 'bam', columns: ['name', 'version', 'table_name', 'command'] })
      rows.set('bam', `x\t1\tx\tDROP TABLE thread\n`)
      tables.push({ schema: 'pgboss', name: 'queue', columns: queue.split(' ') })
      rows.set('queue', `user_mail\tstandard\t1\t1\tf\t1\t1\t1\tf\tjob; DROP TABLE thread\n`)
    })
    const url = await createDatabase(postgres, 'template0')
    expect(await bringBack(url, evil)).toMatchObject({
      skipped: ['pgboss.bam', 'pgboss.queue'],
      tables: Object.keys(before.tables).length,
    })
    expect(
      await query(url, 'SELECT name, table_name, (SELECT count(*)::int FROM pgboss.bam) AS commands FROM pgboss.queue'),
    ).toEqual([{ name: 'user_mail', table_name: 'job_common', commands: 0 }])
  })

  test('of a pg_dump file is refused', async () => {
    const file = fileOf('dumped')
    writeFileSync(file, 'PGDMP and more')
    await expect(openArchive(file)).rejects.toThrow(/dumped was written by pg_dump .* with pg_restore --no-owner/)
  })

  test('of another kind of file is refused', async () => {
    const file = fileOf('text')
    writeFileSync(file, 'something else')
    await expect(openArchive(file)).rejects.toThrow('text is not a backup of this command.')
    writeFileSync(file, '')
    await expect(openArchive(file)).rejects.toThrow('is not a backup')
    await expect(openArchive(folder)).rejects.toThrow('is not a file.')
    execFileSync('mkfifo', [fileOf('pipe')])
    await expect(openArchive(fileOf('pipe'))).rejects.toThrow('pipe is not a file.')
    await expect(openArchive(fileOf('nowhere'))).rejects.toThrow(/cannot be read: .* \(ENOENT\)\.$/)
  })

  test('of an older archive applies the newer migrations and keeps its rows', async () => {
    const all = await listMigrations()
    const early = all.slice(0, all.indexOf('20261122020000_access'))
    const old = await createDatabase(postgres, 'template0')
    await migrate(old, migrationsOf(early))
    await query(old, `INSERT INTO "user" (username, email, tier) VALUES ('old', 'old@example.test', 2)`)
    const file = fileOf('old.backup')
    await write(old, file)
    const url = await createDatabase(postgres, 'template0')
    expect(await bringBack(url, file)).toMatchObject({ migrated: all.slice(early.length) })
    const retained = `SELECT username, tier_of(id) AS tier FROM "user"`
    expect(await query(url, retained)).toEqual([{ username: 'old', tier: 2 }])
  })

  test('reports that the archive is restored even if a migration fails afterwards', async () => {
    const all = await listMigrations()
    const next = '20261122020000_access'
    const old = await createDatabase(postgres, 'template0')
    await migrate(old, migrationsOf(all.slice(0, all.indexOf(next))))
    await query(old, `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '', '${next}')`)
    const file = fileOf('begun.backup')
    await write(old, file)
    await expect(bringBack(await createDatabase(postgres, 'template0'), file)).rejects.toThrow(
      `begun.backup is restored, but its database could not be migrated to this release. The migration ${next} was`,
    )
  })

  test('of an archive of a newer release is refused', async () => {
    const newer = await createDatabase(postgres)
    await query(
      newer,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '20990101000000_newer', now())`,
    )
    const file = fileOf('newer.backup')
    await write(newer, file)
    await expect(openArchive(file)).rejects.toThrow(
      'was written by a newer release, with the migration 20990101000000_newer',
    )
  })

  test('skips waiting jobs with the option withoutJobs, and detects another signing secret', async () => {
    const url = await createDatabase(postgres, 'template0')
    await bringBack(url, whole, { withoutJobs: true })
    const { tables } = await readEverything(url)
    expect(tables).toEqual({ ...before.tables, 'pgboss.job_common': '0 ' })
    expect(await matchesSigningSecrets(url, [])).toBe(true)
    await query(url, `INSERT INTO signing_key (kid) VALUES ('${keyIdOf('the secret')}')`)
    expect([
      await matchesSigningSecrets(url, ['another']),
      await matchesSigningSecrets(url, ['another', 'the secret']),
    ]).toEqual([false, true])
  })
})

describe.skipIf(!hasDebianPostgres())(
  "with PostgreSQL 15 (skipped where Debian's postgresql-15 is not installed)",
  () => {
    let debian: Awaited<ReturnType<typeof startDebianPostgres>>
    let url: string
    beforeAll(async () => {
      debian = await startDebianPostgres()
      url = await create()
      await bringBack(url, whole)
    })
    afterAll(() => debian.stop())
    const create = async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await query(debian.url, `CREATE DATABASE ${name}`)
      return urlOfDatabase(debian.url, name)
    }

    test('a backup of PostgreSQL 18 is restored with equal tables', async () => {
      expect((await readEverything(url)).tables).toEqual(before.tables)
    })
  },
)
