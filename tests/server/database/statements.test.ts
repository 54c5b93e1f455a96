import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { jobsScript } from '../../../server/backup/jobs-schema.ts'
import { createDatabase } from '../../support/postgres/database.ts'
import { checkStatements, readServerStatements } from '../../support/sql/statements.ts'
import type { ServerStatements, StatementCheck } from '../../support/sql/statements.ts'

/** Beginnings of the problems that are expected, by file. */
const exceptions: Record<string, string[]> = {
  // Rows of these types are never archived, and a model has no texts.
  'server/library-import/import-merge.ts': [
    'UPDATE model',
    'UPDATE tag',
    'UPDATE functional_group',
    'DELETE FROM model_text',
  ],
  // A migration, and the parts of one that cannot run in a transaction.
  'server/database/migrations.ts': ['client.query(migration.script)', 'client.query(statement)'],
  // The password of a role, and statements that PostgreSQL returns.
  'server/embedded/postgres-roles.ts': ['client.query(`CREATE ROLE', 'client.query(statement)'],
  // Names of all tables and sequences, from the catalogue of the database or of the archive.
  'server/backup/catalog.ts': ['client.query(`SELECT last_value', 'client.query(take)'],
  'server/backup/copy-backup.ts': ['client.query(`LOCK TABLE', 'client.query(copyTo('],
  'server/backup/copy-restore.ts': [
    'client.query(migration.script)',
    'client.query(withoutConcurrently(statement))',
    'client.query(copyFrom(',
    'client.query(jobsScript)',
    'client.query(`TRUNCATE',
    'client.query(statement)',
  ],
}
const isException = (problem: string) => {
  const [, file = '', rest = ''] = /^(.*?):\d+:? (?:unknown text: )?(.*)$/s.exec(problem) ?? []
  return exceptions[file]?.some((start) => rest.startsWith(start)) ?? false
}

async function checkAfter(sql: string, statements: ServerStatements): Promise<StatementCheck> {
  const client = new Client({ connectionString: await createDatabase(inject('postgres')) })
  await client.connect()
  try {
    await client.query(jobsScript + sql)
    return await checkStatements(client, statements)
  } finally {
    await client.end()
  }
}

describe('the statements of the server', () => {
  let statements: ServerStatements
  beforeAll(() => {
    statements = readServerStatements()
  })

  test('can be prepared in a migrated database and return the columns of their row types', async () => {
    const { prepared, compared, problems } = await checkAfter('', statements)
    expect(problems.filter((problem) => !isException(problem))).toEqual([])
    expect(problems.length).toBe(Object.values(exceptions).flat().length)
    expect([...statements.sites.keys()].filter((site) => prepared.has(site)).length).toBeGreaterThan(800)
    expect(compared.size).toBeGreaterThan(100)
  })

  test('are named if they use a column that was renamed', async () => {
    const { problems } = await checkAfter('ALTER TABLE media RENAME COLUMN bytes TO data', statements)
    const found = problems.filter((problem) => !isException(problem))
    expect(found).toEqual(
      expect.arrayContaining([expect.stringMatching(/^server\/blog\/media\.ts:\d+: column "bytes" does not exist$/)]),
    )
    expect(found.filter((problem) => !/ column (media\.|")bytes"? .*does not exist$/.test(problem))).toEqual([])
  })
})

describe('a module', () => {
  const file = 'server/blog/planted.ts'
  const checkModule = async (lines: string[]) => {
    const head = `import { db, Prisma, queryRows } from '../database/db.ts'\n`
    const readFile = (path: string) => (path === file ? head + lines.join('\n') : readFileSync(path, 'utf8'))
    const { problems } = await checkAfter('', readServerStatements([file], readFile))
    return problems.filter((problem) => problem.startsWith(file))
  }

  test('is correct with fragments, conditions, and lists of columns', async () => {
    const problems = await checkModule([
      `const columns = { slug: Prisma.sql\`plan.slug\`, tier: Prisma.sql\`plan.tier\` }`,
      `const selected = Prisma.join(Object.entries(columns).map(([name, sql]) => Prisma.sql\`\${sql} AS \${Prisma.raw(name)}\`))`,
      `const listed = (extra: Prisma.Sql) => queryRows<{ slug: string; tier: number }>(Prisma.sql\`SELECT \${selected} FROM plan WHERE true \${extra}\`)`,
      `export const list = (from?: number) => listed(from === undefined ? Prisma.empty : Prisma.sql\`AND id >= \${from}\`)`,
    ])
    expect(problems).toEqual([])
  })

  test.each([
    [
      'a column that does not exist',
      'queryRows(Prisma.sql`SELECT nothing FROM plan`)',
      'column "nothing" does not exist',
    ],
    [
      'a fragment that does not exist in the statement',
      'queryRows(Prisma.sql`SELECT id FROM plan WHERE ${Prisma.sql`thread.id = 1`}`)',
      'missing FROM-clause entry for table "thread"',
    ],
    [
      'a row type with another column',
      'db.$queryRaw<{ id: number; name: string }[]>`SELECT id, slug FROM plan`',
      'the columns are id, slug; the row type has id, name',
    ],
    [
      'a text that only run time knows',
      'queryRows(Prisma.sql`SELECT id FROM ${Prisma.raw(process.argv[2])}`)',
      'a part of the text is known at run time only',
    ],
    [
      'a text that is passed on',
      'db.$queryRawUnsafe(process.argv[2])',
      'unknown text: db.$queryRawUnsafe(process.argv[2])',
    ],
  ])('is refused with %s', async (_, statement, problem) => {
    const problems = await checkModule([`export const read = () => ${statement}`])
    expect(problems.length).toBeGreaterThan(0)
    for (const found of problems) expect(found).toBe(`${file}:2: ${problem}`)
  })
})
