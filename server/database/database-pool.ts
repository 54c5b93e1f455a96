import { channel } from 'node:diagnostics_channel'
import { DatabaseError, Pool } from 'pg'
import type { PoolClient, QueryConfig } from 'pg'
import { DatabaseClient } from './database-client.ts'

export const statementChannel = channel('database.statement')

const connectTimeoutMs = 10_000
export const startTimeoutMs = 60_000
const statementTimeoutMs = 30_000
const responseTimeoutMs = statementTimeoutMs + 5_000

/** Retryable error. Has no `code`, since Prisma would replace an error that has one. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is unavailable.', { cause })
  }
}

export function sqlStateOf(error: unknown): string | undefined {
  const { code, meta } = error as {
    code?: string
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
  }
  if (error instanceof DatabaseUnavailable) return sqlStateOf(error.cause)
  return meta?.driverAdapterError?.cause?.originalCode ?? code
}

const transientClasses = new Set(['08', '40', '53', '57', '58'])
const readOnlyState = '25006'
const transientStates = new Set(['55P03', readOnlyState])

function isTransient({ code = '', routine }: DatabaseError): boolean {
  // A pooler reports every failure as 08P01. PostgreSQL's own 08P01, a protocol error, contains a routine.
  if (code === '08P01') return routine === undefined
  return transientClasses.has(code.slice(0, 2)) || transientStates.has(code)
}

/** Client whose queries throw DatabaseUnavailable after a lost connection. Supports promises only. */
class PooledClient extends DatabaseClient {
  #isLost = false
  isReadOnly = false

  constructor(config?: ConstructorParameters<typeof DatabaseClient>[0]) {
    super(config)
    this.on('error', () => void (this.#isLost = true))
  }

  override query(statement: unknown, ...values: unknown[]): never {
    return this.#send(statement as QueryConfig | string, values) as never
  }

  async #send(statement: QueryConfig | string, values: unknown[]) {
    const startedAt = performance.now()
    const { stream } = this.connection
    const overdue = setTimeout(() => stream.destroy(), responseTimeoutMs)
    let failed = false
    try {
      return await super.query(statement, ...(values as [unknown[]]))
    } catch (error) {
      failed = true
      if (sqlStateOf(error) === readOnlyState) {
        this.isReadOnly = true
        this.invalidateHost()
      }
      const isAway = error instanceof DatabaseError ? isTransient(error) : this.#isLost || stream.destroyed
      throw isAway ? new DatabaseUnavailable(error) : error
    } finally {
      clearTimeout(overdue)
      if (statementChannel.hasSubscribers)
        statementChannel.publish({
          statement: typeof statement === 'string' ? statement : statement.text,
          ms: performance.now() - startedAt,
          failed,
        })
    }
  }
}

class ConnectionPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback?: unknown): never
  override async connect(): Promise<PoolClient> {
    const client = await super.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
    const release = client.release.bind(client)
    client.release = (destroy) => release(destroy || (client as PoolClient & PooledClient).isReadOnly)
    return client
  }

  override query(statement: unknown, ...values: unknown[]): never {
    return this.#send(statement as string, values) as never
  }

  async #send(statement: string, values: unknown[]) {
    const client = await this.connect()
    let isLost = false
    try {
      return await client.query(statement, ...(values as [unknown[]]))
    } catch (error) {
      isLost = error instanceof DatabaseUnavailable
      throw error
    } finally {
      client.release(isLost)
    }
  }
}

export function useRequestTimeout(pool: Pool): void {
  pool.options.connectionTimeoutMillis = connectTimeoutMs
}

export function createPool(url: string, size: number, isDirect: boolean): Pool {
  return new ConnectionPool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: startTimeoutMs,
    Client: PooledClient,
    ...(isDirect && {
      onConnect: async (client) => void (await client.query(`SET statement_timeout = ${statementTimeoutMs}`)),
    }),
  })
}
