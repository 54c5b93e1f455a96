import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient } from './generated/client.ts'

export { Prisma } from './generated/client.ts'

/** The database of this process, once openDatabase was called. */
export let db: PrismaClient
/** Where it is, for those who need a connection of their own: announcements and the import. */
export let databaseUrl: string

/** Throws when nobody answers at the address. */
export async function openDatabase(url: string, connections: number): Promise<void> {
  databaseUrl = url
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
  })
  db = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) })
  await db.$queryRaw`SELECT 1`
}

export async function closeDatabase(): Promise<void> {
  await db.$disconnect()
}
