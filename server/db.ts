import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient } from './generated/client.ts'

export { Prisma } from './generated/client.ts'

/** The database of this process, once openDatabase was called. */
export let db: PrismaClient
/** Where it is, for those who need a connection of their own: announcements and the import. */
export let databaseUrl: string

let pool: Pool

/** Statements that each connection may keep prepared; there are far fewer in the code. */
const mostStatements = 500
const statementNames = new Map<string, string>()

/**
 * Names a statement, so that a connection parses and plans it once: planning is most of a look-up's cost. Search is
 * planned anew each time, since how common a word is decides how best to find it.
 */
function nameStatement({ sql }: { sql: string }): string {
  if (sql.includes('to_tsquery')) return ''
  const known = statementNames.get(sql)
  if (known || statementNames.size >= mostStatements) return known ?? ''
  const name = `s${statementNames.size}`
  statementNames.set(sql, name)
  return name
}

/** Throws when nobody answers at the address. */
export async function openDatabase(url: string, connections: number): Promise<void> {
  databaseUrl = url
  pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
  })
  db = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: nameStatement }),
  })
  await db.$queryRaw`SELECT 1`
}

/** What nearly every request of a member asks, past Prisma, whose way takes twice the time; planned once by its name. */
export async function lookUp<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name, text, values })
  return rows
}

export async function closeDatabase(): Promise<void> {
  await db.$disconnect()
}

/** Whether a write failed because somebody has that value already: by a unique index, or by an exclusion constraint. */
export function isTaken(error: unknown): boolean {
  const { code, meta } = error as {
    code?: string
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
  }
  return code === 'P2002' || meta?.driverAdapterError?.cause?.originalCode === '23P01'
}
