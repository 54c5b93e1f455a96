import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeFailure } from '../server/database/describe-failure.ts'
import { parseSettings, StartProblem } from '../server/settings/settings.ts'
import { generateClient } from './prepare.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const usage = `Usage: npm run prisma -- COMMAND
  generate            makes the client from prisma/schema.prisma
  new NAME            makes a migration of what changed in the schema since the last commit, and of what in prisma/sql
                      differs from the migrations
  deploy | status     applies, or lists, the migrations that DATABASE_URL lacks`

async function newMigration(name: string) {
  const { schemaTarget } = await import('./schema-diff.ts')
  const { writeMigration } = await import('./new-migration.ts')
  const { ensureDatabase } = await import('../server/embedded/ensure-database.ts')
  const before = '.data/schema-before.prisma'
  mkdirSync('.data', { recursive: true })
  writeFileSync(before, execFileSync('git', ['show', 'HEAD:prisma/schema.prisma']))
  const postgres = await ensureDatabase(parseSettings({ DATA_DIR: `${root}.data/schema` }))
  try {
    const from = await schemaTarget(new URL(`../${before}`, import.meta.url))
    const sql = await writeMigration(postgres.url, { from, to: await schemaTarget() })
    const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
    const folder = `prisma/migrations/${stamp}_${name}`
    mkdirSync(folder)
    writeFileSync(`${folder}/migration.sql`, sql)
    console.log(`${folder}/migration.sql contains the change. Add by hand what Prisma's schema cannot express.`)
  } finally {
    await postgres.release()
  }
}

async function atDatabase(command: 'deploy' | 'status') {
  const { migrate, listPendingMigrations } = await import('../server/database/migrations.ts')
  const { DatabaseClient } = await import('../server/database/database-client.ts')
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
  if (!url) throw new StartProblem('Set DATABASE_URL to the database to migrate.')
  if (command === 'deploy') return console.log((await migrate(url)).join('\n') || 'Nothing to apply.')
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  const pending = await listPendingMigrations(async (sql) => (await client.query(sql)).rows).finally(() => client.end())
  console.log(pending.join('\n') || 'Every migration is applied.')
}

async function run([command, name]: string[]) {
  if (command === 'generate') generateClient()
  else if (command === 'new' && name) await newMigration(name)
  else if (command === 'deploy' || command === 'status') await atDatabase(command)
  else {
    console.error(usage)
    process.exitCode = 1
  }
}

if (import.meta.main) {
  const { afterSignal, releaseOnSignal } = await import('./release-on-signal.ts')
  releaseOnSignal()
  await run(process.argv.slice(2)).catch(async (error) => {
    await afterSignal()
    console.error(describeFailure(error))
    process.exitCode = 1
  })
  process.exit()
}
