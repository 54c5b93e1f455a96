import { readdir, readFile } from 'node:fs/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { DiffTarget, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import { Client, Pool } from 'pg'

const folder = new URL('../prisma/', import.meta.url)
const noFilter = { externalTables: [], externalEnums: [] }
/** Any fixed number serves, as long as every server of one database takes the same. */
const migrationLock = 7_210_314

/** The schema as edited, for `diff`. */
export async function schemaTarget(file = new URL('schema.prisma', folder)): Promise<DiffTarget> {
  const content = await readFile(file, 'utf8')
  return { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }], configDir: '.' } as DiffTarget
}

/** Sends a script whole, so that it succeeds or fails as one; Prisma's adapter cuts it at each semicolon. */
class WholeScripts extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script) => void (await adapter.underlyingDriver().query(script))
    return adapter
  }
}

/** Prisma's own schema engine, in WebAssembly: it needs no downloaded binary. Loaded when there is work: it holds 60 MB. */
async function withEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const { SchemaEngine: Engine } = await import('@prisma/schema-engine-wasm')
  const pool = new Pool({ connectionString: url, max: 2 })
  const engine = await Engine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool)),
  )
  try {
    return await work(engine)
  } finally {
    engine.free()
    await pool.end()
  }
}

async function migrationList(): Promise<MigrationList> {
  const migrations = new URL('migrations/', folder)
  const entries = await readdir(migrations, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir: 'prisma/migrations',
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(new URL('migration_lock.toml', migrations), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.toSorted().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(new URL(`${name}/migration.sql`, migrations), 'utf8') },
        },
      })),
    ),
  }
}

/** Applies what is missing and answers the names; servers that start together take turns. */
export async function migrate(url: string): Promise<string[]> {
  const lock = new Client({ connectionString: url })
  await lock.connect()
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [migrationLock])
    const pending = await pendingMigrations(async (sql) => (await lock.query(sql)).rows)
    if (pending.length === 0) return []
    const migrationsList = await migrationList()
    const { appliedMigrationNames } = await withEngine(url, (engine) =>
      engine.applyMigrations({ migrationsList, filters: noFilter }),
    )
    return appliedMigrationNames
  } finally {
    await lock.end()
  }
}

const noSuchTable = '42P01'

/** The names of the migrations in the folder that the database has not finished: all of them where it knows of none. */
export async function pendingMigrations(query: (sql: string) => Promise<{ migration_name: string }[]>) {
  const { migrationDirectories } = await migrationList()
  const applied = await query(
    `SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  ).catch((error: { code?: string }) => {
    if (error.code === noSuchTable) return []
    throw error
  })
  const done = new Set(applied.map((row) => row.migration_name))
  return migrationDirectories.map((directory) => directory.path).filter((name) => !done.has(name))
}

/** The SQL that leads from one schema to another. */
export async function diff(url: string, from: DiffTarget, to: DiffTarget): Promise<string> {
  const result = await withEngine(url, (engine) =>
    engine.diff({ from, to, script: true, exitCode: null, filters: noFilter }),
  )
  return result.stdout ?? ''
}
