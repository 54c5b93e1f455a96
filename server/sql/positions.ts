import { Prisma } from '../database/db.ts'

type Transaction = Prisma.TransactionClient

/** List in the order of `position`, among the rows of `item`. Lock it before a change. */
export type OrderedList = {
  table: string
  id?: string // column, by default `id`
  rows: Prisma.Sql // condition of the list's rows
  first: 0 | 1 // position of the first item
  join?: Prisma.Sql
  otherwise?: Prisma.Sql // order of items with equal or without positions, by default by id
}

const idOf = ({ id = 'id' }: OrderedList) => Prisma.raw(`item.${id}`)

export async function readOrder(transaction: Transaction, list: OrderedList): Promise<number[]> {
  const { table, rows, join = Prisma.empty, otherwise = idOf(list) } = list
  const found = await transaction.$queryRaw<{ id: number }[]>`
    SELECT ${idOf(list)} AS id FROM ${Prisma.raw(table)} AS item ${join} WHERE ${rows} ORDER BY item.position, ${otherwise}`
  return found.map(({ id }) => id)
}

/** Numbers the items in the order of `ids`. Skips items that have left the list. */
export async function writeOrder(transaction: Transaction, list: OrderedList, ids: number[]): Promise<void> {
  await transaction.$executeRaw`
    UPDATE ${Prisma.raw(list.table)} AS item SET position = ordered.position
      FROM (SELECT id, ordinality::int - 1 + ${list.first}::int AS position
              FROM unnest(${ids}::int[]) WITH ORDINALITY AS listed (id, ordinality)) AS ordered
     WHERE ${idOf(list)} = ordered.id AND ${list.rows} AND item.position IS DISTINCT FROM ordered.position`
}

export const moveTo = (ids: number[], id: number, index: number): number[] =>
  ids.filter((other) => other !== id).toSpliced(index, 0, id)
