import { Prisma, queryRows } from '../database/db.ts'

const pageRows = 500

export type JsonList = { columns: Record<string, Prisma.Sql>; from: Prisma.Sql; where: Prisma.Sql; key: string }

const readPage = ({ columns, from, where, key }: JsonList, after: number) => {
  const entries = Object.entries(columns).map(([name, value]) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${value}`)
  const keyColumn = Prisma.raw(key)
  return queryRows<{ key: number; answer: string }>(Prisma.sql`
    SELECT ${keyColumn} AS key, json_build_object(${Prisma.join(entries)})::text AS answer
      FROM ${from} WHERE ${where} AND ${keyColumn} > ${after}::int ORDER BY ${keyColumn} LIMIT ${pageRows}`)
}

/** Streams a JSON array in pages. Memory stays constant, and no connection is used between pages. */
export async function* jsonPages(list: JsonList): AsyncGenerator<string> {
  let after: number | undefined = -1
  let separator = '['
  while (after !== undefined) {
    const rows: { key: number; answer: string }[] = await readPage(list, after)
    if (rows.length > 0) yield separator + rows.map(({ answer }) => answer).join(',')
    if (rows.length > 0) separator = ','
    after = rows.length === pageRows ? rows.at(-1)?.key : undefined
  }
  yield separator === '[' ? '[]' : ']'
}

export async function* jsonObjectWithLists(object: object, lists: Record<string, JsonList>): AsyncGenerator<string> {
  yield JSON.stringify(object).slice(0, -1)
  let separator = Object.keys(object).length > 0 ? ',' : ''
  for (const [name, list] of Object.entries(lists)) {
    yield `${separator}${JSON.stringify(name)}:`
    yield* jsonPages(list)
    separator = ','
  }
  yield '}'
}
