import { PrismaPg } from '@prisma/adapter-pg'
import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import type { Locale } from '#shared/locale.ts'
import { createPool, DatabaseUnavailable, useRequestTimeout, sqlStateOf } from './database-pool.ts'
import { Prisma, PrismaClient } from '../generated/client.ts'

export { Prisma, sqlStateOf }

export let db: PrismaClient
/** Address of the database, not of the pooler. LISTEN, jobs and the library import need a session of their own. */
export let databaseUrl: string

let pool: Pool
let isPooled = false

const maxPreparedStatements = 500
const statementNames = new Map<string, string>()

/** Returns a name for a prepared statement, or '' for none. The best plan of a search depends on its words. */
function nameStatement({ sql }: { sql: string }): string {
  const known = statementNames.get(sql)
  if (known || /to_tsquery|member_words/.test(sql) || statementNames.size >= maxPreparedStatements) return known ?? ''
  const name = `s${statementNames.size}`
  statementNames.set(sql, name)
  return name
}

const transactionOptions = { maxWait: 60_000, timeout: 15_000 }

/** Opens the pool. Throws if the database is unreachable. Behind a pooler, no statement is prepared. */
export async function openDatabase(url: string, connections: number, pooledUrl?: string): Promise<void> {
  databaseUrl = url
  isPooled = pooledUrl !== undefined
  pool = createPool(pooledUrl ?? url, connections, !isPooled)
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    ...(!isPooled && { statementNameGenerator: nameStatement }),
  })
  db = new PrismaClient({ adapter, transactionOptions })
  await db.$queryRaw`SELECT 1`
  useRequestTimeout(pool)
}

export const poolState = () => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  max: pool.options.max,
  waiting: pool.waitingCount,
})

type Statement = Pick<Prisma.Sql, 'text' | 'values'>

/** Runs a statement, which is prepared under a name, in half of the time that Prisma takes. */
export async function queryRows<Row extends object>({ text, values }: Statement): Promise<Row[]> {
  const name = isPooled ? '' : nameStatement({ sql: text })
  return (await pool.query<Row>({ ...(name && { name }), text, values })).rows
}

export async function queryRowsWithSettings<Row extends object>(
  settings: string[],
  { text, values }: Statement,
): Promise<Row[]> {
  const client = await pool.connect()
  let isLost = false
  try {
    await client.query(`BEGIN READ ONLY; ${settings.map((setting) => `SET LOCAL ${setting}`).join(';')}`)
    try {
      return (await client.query<Row>(text, [...values])).rows
    } finally {
      await client.query('COMMIT')
    }
  } catch (error) {
    isLost = error instanceof DatabaseUnavailable
    throw error
  } finally {
    client.release(isLost)
  }
}

export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

export async function inTransaction<Result>(callback: (executeSql: ExecuteSql) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let isLost = false
  try {
    await client.query('BEGIN')
    const result = await callback((text, values) => client.query(text, values))
    await client.query('COMMIT')
    return result
  } catch (error) {
    isLost = error instanceof DatabaseUnavailable
    if (!isLost) await client.query('ROLLBACK').catch(() => (isLost = true))
    throw error
  } finally {
    client.release(isLost)
  }
}

/**
 * Returns a loader of one query per event loop turn. The SQL gets an array per column, then the constants, and returns
 * `ordinality`. If the query fails, reads each key alone.
 */
export function createQueryLoader<Key extends object, Row extends object>(
  columns: (keyof Key)[],
  text: string,
  constants: unknown[] = [],
): DataLoader<Key, Row | null> {
  const readAll = async (keys: readonly Key[]) => {
    const found = Array<Row | null>(keys.length).fill(null)
    const values = [...columns.map((column) => keys.map((key) => key[column])), ...constants]
    for (const { ordinality, ...row } of await queryRows<Row & { ordinality: number }>({ text, values }))
      found[ordinality - 1] = row as unknown as Row
    return found
  }
  const readEach = (keys: readonly Key[]) =>
    Promise.all(
      keys.map((key) =>
        readAll([key]).then(
          ([row = null]) => row,
          (error: Error) => error,
        ),
      ),
    )
  const readBatch = (keys: readonly Key[]) =>
    readAll(keys).catch((error: unknown) => {
      if (keys.length === 1 || isUnavailable(error)) throw error
      return readEach(keys)
    })
  return new DataLoader(readBatch, { cache: false, maxBatchSize: 32, batchScheduleFn: setImmediate })
}

type Column = 'text' | 'int'

/** Batches reads by locale. Subselects hide array lengths from the planner, so that one plan serves all batches. */
export function batchedByLocale<Key extends Record<string, unknown>, Item>(
  columns: Record<keyof Key & string, Column>,
  statementOf: (locale: Locale) => Prisma.Sql,
) {
  const entries = Object.entries<Column>(columns)
  const names = Prisma.raw(entries.map(([column]) => column).join(', '))
  const arrays = Prisma.join(entries.map(([, type]) => Prisma.sql`(SELECT ${null}::${Prisma.raw(type)}[])`))
  const readIn = (locale: Locale) => {
    const { text, values } =
      Prisma.sql`SELECT ordinality::int, answer FROM unnest(${arrays}) WITH ORDINALITY AS asked (${names}, ordinality), LATERAL (${statementOf(locale)} LIMIT 1) AS found`
    return createQueryLoader<Key, { answer: Item }>(Object.keys(columns), text, values.slice(entries.length))
  }
  const reads = { en: readIn('en'), es: readIn('es') }
  return async (key: Key, locale: Locale): Promise<Item | null> => (await reads[locale].load(key))?.answer ?? null
}

export async function closeDatabase(): Promise<void> {
  await db.$disconnect()
}

export const isUniqueViolation = (error: unknown) =>
  (error as { code?: string }).code === 'P2002' || sqlStateOf(error) === '23P01'

export const isMissingReference = (error: unknown) => sqlStateOf(error) === '23503'

/** True if the database was unreachable or overloaded. A retry of the request may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  // A P2028 with `timeTaken` is a timeout. Without it, the transaction API was misused.
  return (
    error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028' && 'timeTaken' in (error.meta ?? {})
  )
}
