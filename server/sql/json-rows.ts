import type { Locale } from '#shared/locale.ts'
import { createQueryLoader, Prisma, queryRows } from '../database/db.ts'

const name = (text: string) => Prisma.raw(text)

export const isoTimestamp = (column: string) =>
  Prisma.sql`to_json(to_char(${name(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

export async function jsonRows<T>(statement: Prisma.Sql): Promise<T[]> {
  const rows = await queryRows<{ answer: T }>(statement)
  return rows.map((row) => row.answer)
}

type Column = 'text' | 'int'

/** Batches reads by locale. Subselects hide array lengths from the planner, so that one plan serves all batches. */
export function batchedByLocale<Key extends Record<string, unknown>, Item>(
  columns: Record<keyof Key & string, Column>,
  statementOf: (locale: Locale) => Prisma.Sql,
) {
  const entries = Object.entries<Column>(columns)
  const names = name(entries.map(([column]) => column).join(', '))
  const readIn = (locale: Locale) => {
    const arrays = Prisma.join(entries.map(([, type]) => Prisma.sql`(SELECT ${null}::${name(type)}[])`))
    const { text, values } =
      Prisma.sql`SELECT ordinality::int, answer FROM unnest(${arrays}) WITH ORDINALITY AS asked (${names}, ordinality), LATERAL (${statementOf(locale)} LIMIT 1) AS found`
    return createQueryLoader<Key, { answer: Item }>(Object.keys(columns), text, values.slice(entries.length))
  }
  const reads = { en: readIn('en'), es: readIn('es') }
  return async (key: Key, locale: Locale): Promise<Item | null> => (await reads[locale].load(key))?.answer ?? null
}
