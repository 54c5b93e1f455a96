import { Prisma, queryRows } from '../database/db.ts'

export const isoTimestamp = (column: string) =>
  Prisma.sql`to_json(to_char(${Prisma.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

export async function jsonRows<T>(statement: Prisma.Sql): Promise<T[]> {
  const rows = await queryRows<{ answer: T }>(statement)
  return rows.map((row) => row.answer)
}
