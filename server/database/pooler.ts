import type { Client } from 'pg'
import { DatabaseClient } from './database-client.ts'
import { StartProblem } from '../settings/settings.ts'

const timeoutMs = 5_000
const maxRounds = 3

async function connect(url: string): Promise<Client> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function sessionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

async function beginTransaction(client: Client) {
  await client.query('BEGIN').catch((error: { code?: string }) => {
    throw error.code === '08P01'
      ? new StartProblem(
          'The database is behind a pooler in statement mode, which does not support transactions: set the pooler to transaction or session mode.',
        )
      : error
  })
}

async function isShared(one: Client, other: Client): Promise<boolean> {
  for (let round = 0; round < maxRounds; round++) {
    const before = await sessionOf(one)
    await beginTransaction(other)
    if ((await sessionOf(other)) === before || (await sessionOf(one)) !== before) return true
    await other.query('COMMIT')
  }
  return false
}

async function isTransactionPooler(url: string): Promise<boolean> {
  const one = await connect(url)
  try {
    // A pooler sends a made-up process id at the start, which differs from the id of the session.
    const { processID } = one as Client & { processID: number }
    if ((await sessionOf(one)) === processID) return false
    const other = await connect(url)
    return await isShared(one, other).finally(() => other.end())
  } finally {
    await one.end()
  }
}

export async function assertNoTransactionPooler(url: string): Promise<void> {
  const isPooler = await isTransactionPooler(url).catch((error) => {
    if (error instanceof StartProblem) throw error
    return false
  })
  if (isPooler)
    throw new StartProblem(
      'The database is behind a pooler in transaction mode, which does not support LISTEN and locks: set DATABASE_DIRECT_URL to the address of the database itself.',
    )
}

export async function assertNoStatementPooler(url: string): Promise<void> {
  const client = await connect(url).catch((error) => {
    throw new StartProblem(`The pooler of DATABASE_URL cannot be used: ${error.message || error.code}.`)
  })
  try {
    await sessionOf(client)
    await beginTransaction(client)
  } catch (error) {
    if (error instanceof StartProblem) throw error
  } finally {
    await client.end()
  }
}
