import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'
import { Pool } from 'pg'
import { describe, expect, inject, test, vi } from 'vitest'
import { assertDatabaseRequirements } from '../../../server/database/database-requirements.ts'
import { listMigrations, readMigration, statementsOf } from '../../../server/database/migration-files.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { createDatabase, withClient, urlOfDatabase } from '../../support/postgres/database.ts'
import { killBlockedMigration, migrationsOf } from '../../support/postgres/migrating.ts'

const names = await listMigrations()
const emptyDatabase = () => createDatabase(inject('postgres'), 'template0')
const ask = (url: string, sql: string) => withClient(url, async (client) => (await client.query(sql)).rows)
const unfinished = `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NULL`
const everything = `SELECT (SELECT count(*) FROM pg_class) AS relations, (SELECT count(*) FROM pg_proc) AS functions,
  (SELECT count(*) FROM pg_constraint) AS constraints, (SELECT count(*) FROM pg_attribute) AS columns`

/** Sends a script as one query, like Prisma's native engine; the adapter splits at semicolons. */
class WholeScripts extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script) => void (await adapter.underlyingDriver().query(script))
    return adapter
  }
}

/** Names of the migrations that Prisma's own engine applies. */
async function applyByPrisma(url: string, listed: string[]): Promise<string[]> {
  const pool = new Pool({ connectionString: url })
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool))
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter)
  const migrationsList = {
    baseDir: 'prisma/migrations',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      listed.map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: (await readMigration(path)).script },
        },
      })),
    ),
  }
  const filters = { externalTables: [], externalEnums: [] }
  try {
    return (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames
  } finally {
    engine.free()
    await pool.end()
  }
}

describe('a migration whose process is killed', () => {
  // Tests the first migration and every tenth, since each needs a process; the next test covers all.
  test('changes nothing, and the next start applies it', async () => {
    const url = await emptyDatabase()
    for (let at = 0; at < names.length; at += 10) {
      const folder = migrationsOf(names.slice(0, at + 1))
      await migrate(url, migrationsOf(names.slice(0, at)))
      const before = await ask(url, everything)
      // The script has run, and its record waits for the lock.
      await killBlockedMigration(url, folder, 'LOCK TABLE _prisma_migrations IN SHARE MODE')
      expect([names[at], await ask(url, everything)]).toEqual([names[at], before])
      expect(await migrate(url, folder)).toEqual([names[at]])
    }
  })

  test('changes nothing in any migration of this release, since no script ends its transaction', async () => {
    const url = await emptyDatabase()
    const ended: string[] = []
    await withClient(url, async (client) => {
      const transaction = async () => (await client.query('SELECT pg_current_xact_id()::text AS id')).rows[0].id
      for (const migration of await Promise.all(names.map((name) => readMigration(name)))) {
        if (!migration.isOutsideTransaction) await client.query('BEGIN')
        const begun = await transaction()
        const statements = migration.isOutsideTransaction ? statementsOf(migration) : [migration.script]
        for (const statement of statements) await client.query(statement)
        if (!migration.isOutsideTransaction && (await transaction()) !== begun) ended.push(migration.name)
        if (!migration.isOutsideTransaction) await client.query('COMMIT')
      }
    })
    expect(ended).toEqual([])
  })

  test.each(['as it was begun', 'after its script was committed'])(
    'and which Prisma had started is resolved, %s',
    async (moment) => {
      const url = await emptyDatabase()
      for (const [at, name] of names.slice(0, 6).entries()) {
        const folder = migrationsOf(names.slice(0, at + 1))
        if (moment === 'as it was begun') {
          await migrate(url, migrationsOf(names.slice(0, at)))
          await ask(
            url,
            `INSERT INTO _prisma_migrations (id, migration_name, checksum) VALUES ('${at}', '${name}', '')`,
          )
        } else {
          await migrate(url, folder)
          await ask(url, `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${name}'`)
        }
        expect(await migrate(url, folder)).toEqual([name])
        expect(await ask(url, unfinished)).toEqual([])
      }
      const straight = await emptyDatabase()
      await Promise.all([migrate(url), migrate(straight)])
      expect(await ask(url, everything)).toEqual(await ask(straight, everything))
    },
  )

  test('is resumed if it does not run in one transaction', async () => {
    const url = await emptyDatabase()
    await ask(url, 'CREATE TABLE big (a int)')
    const folder = migrationsOf([], {
      '1_index': `-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS big_a;
CREATE INDEX CONCURRENTLY big_a ON big (a);
`,
    })
    await killBlockedMigration(url, folder, 'LOCK TABLE big IN ROW EXCLUSIVE MODE')
    expect(await ask(url, unfinished)).toEqual([{ name: '1_index' }])
    expect(await migrate(url, folder)).toEqual(['1_index'])
    const [index] = await ask(url, `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'big_a'::regclass`)
    expect(index).toEqual({ valid: true })
    expect(await ask(url, unfinished)).toEqual([])
    expect(await migrate(url, folder)).toEqual([])
  })
})

describe('a migration', () => {
  test('that fails is named, changes nothing, and can be fixed', async () => {
    const url = await emptyDatabase()
    const failing = migrationsOf([], { '1_bad': 'CREATE TABLE half (a int);\nSELECT nonsense;\n' })
    await expect(migrate(url, failing)).rejects.toThrow('The migration 1_bad failed: column "nonsense" does not exist.')
    expect(await ask(url, `SELECT to_regclass('half') AS half`)).toEqual([{ half: null }])
    expect(await migrate(url, migrationsOf([], { '1_bad': 'CREATE TABLE half (a int);' }))).toEqual(['1_bad'])
  })

  test('started by another program is left to the operator', async () => {
    const url = await emptyDatabase()
    const folder = migrationsOf([], { '1_other': 'SELECT 1;' })
    await migrate(url, migrationsOf([]))
    await ask(url, `INSERT INTO _prisma_migrations (id, migration_name, checksum) VALUES ('1', '1_other', '')`)
    await expect(migrate(url, folder)).rejects.toThrow('The migration 1_other was begun by another program')
  })

  test('that was edited or is unknown is logged, and does not stop the server', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const url = await emptyDatabase()
    const applied = migrationsOf([], { '1_a': 'SELECT 1;\n', '2_b': 'SELECT 2;\n', '3_c': 'SELECT 3;\n' })
    await migrate(url, applied)
    expect(await migrate(url, migrationsOf([], { '1_a': 'SELECT 1;\r\n', '2_b': 'SELECT 4;\n' }))).toEqual([])
    expect(logged.mock.calls.map(([text]) => /2_b was edited|newer.*3_c/.exec(String(text))?.[0])).toEqual([
      '2_b was edited',
      'newer than this server: it has the unknown migration 3_c',
    ])
  })

  test("is recorded so that Prisma's own engine finds nothing to apply", async () => {
    const url = await emptyDatabase()
    const migrations = await Promise.all(names.map((name) => readMigration(name)))
    // The engine sends a script as one query, so scripts outside a transaction are left out.
    const last = migrations.findLastIndex(({ isOutsideTransaction }) => !isOutsideTransaction)
    await migrate(url, migrationsOf(names.slice(0, last)))
    expect(await applyByPrisma(url, names.slice(0, last + 1))).toEqual([names[last]])
    expect(await migrate(url)).toEqual(names.slice(last + 1))
    expect(await applyByPrisma(url, names)).toEqual([])
    const steps = `SELECT DISTINCT applied_steps_count AS steps, length(checksum) AS signs FROM _prisma_migrations`
    expect(await ask(url, steps)).toEqual([{ steps: 1, signs: 64 }])
  })
})

describe('an unsuitable database', () => {
  const answer = {
    version: '14.19',
    number: 140_019,
    encoding: 'UTF8',
    available: ['unaccent', 'pg_trgm'],
    has_icu: true,
  }

  test('is refused in one sentence because of its encoding', async () => {
    const name = 'of_bytes'
    await ask(
      inject('postgres'),
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING SQL_ASCII LOCALE_PROVIDER libc LOCALE 'C'`,
    )
    await expect(migrate(urlOfDatabase(inject('postgres'), name))).rejects.toThrow(
      'The database has the encoding SQL_ASCII',
    )
  })

  test('is refused in one sentence because of its version or a missing extension', async () => {
    await expect(assertDatabaseRequirements(async () => [answer])).rejects.toThrow(
      'The database is PostgreSQL 14.19: 15 or newer is required.',
    )
    const bare = { ...answer, number: 150_000, available: ['pg_trgm'] }
    await expect(assertDatabaseRequirements(async () => [bare])).rejects.toThrow(
      'The database lacks the extension unaccent',
    )
    const plain = { ...answer, number: 150_000, has_icu: false }
    await expect(assertDatabaseRequirements(async () => [plain])).rejects.toThrow('The database has no ICU collations')
    await assertDatabaseRequirements(async () => [{ ...answer, number: 150_000 }])
  })

  test('is refused in one sentence if it cannot be reached', async () => {
    await expect(migrate('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow(
      'The database could not be prepared: ',
    )
  })
})
