import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Prisma's CLI asks for a native engine that it does not use to generate: any existing file will do. */
export function generate(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    cwd: root,
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: fileURLToPath(import.meta.url),
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`prisma generate failed:\n${stdout}\n${stderr}`)
}

const usage = `Usage: npm run prisma -- COMMAND
  generate            makes the client from prisma/schema.prisma
  new NAME            makes a migration of what changed in the schema since the last commit
  deploy | status     applies, or lists, the migrations that DATABASE_URL lacks`

async function newMigration(name: string) {
  const { diff, schemaTarget } = await import('../server/migrations.ts')
  const { startPostgres } = await import('../server/postgres.ts')
  const before = '.data/schema-before.prisma'
  mkdirSync('.data', { recursive: true })
  writeFileSync(before, execFileSync('git', ['show', 'HEAD:prisma/schema.prisma']))
  const postgres = await startPostgres(`${root}.data/migrating`)
  try {
    const sql = await diff(
      postgres.url,
      await schemaTarget(new URL(`../${before}`, import.meta.url)),
      await schemaTarget(),
    )
    const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
    const folder = `prisma/migrations/${stamp}_${name}`
    mkdirSync(folder)
    writeFileSync(`${folder}/migration.sql`, sql)
    console.log(`${folder}/migration.sql holds the change; add by hand what Prisma's schema cannot say.`)
  } finally {
    await postgres.stop()
  }
}

async function atDatabase(command: 'deploy' | 'status') {
  const { migrate, pendingMigrations } = await import('../server/migrations.ts')
  const { Client } = await import('pg')
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to the database that is meant.')
  if (command === 'deploy') return console.log((await migrate(url)).join('\n') || 'Nothing to apply.')
  const client = new Client({ connectionString: url })
  await client.connect()
  const pending = await pendingMigrations(async (sql) => (await client.query(sql)).rows).finally(() => client.end())
  console.log(pending.join('\n') || 'Every migration is applied.')
}

if (import.meta.main) {
  const [command, name] = process.argv.slice(2)
  if (command === 'generate') generate()
  else if (command === 'new' && name) await newMigration(name)
  else if (command === 'deploy' || command === 'status') await atDatabase(command)
  else {
    console.error(usage)
    process.exitCode = 1
  }
  process.exit()
}
