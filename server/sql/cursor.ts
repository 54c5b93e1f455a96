import { z } from 'zod'
import { defaultPageLimit } from '#shared/page.ts'
import { Prisma } from '../database/db.ts'
import { FieldProblem } from '../problem.ts'

const PageSide = z.enum(['after', 'before'])
type CursorKey = string | number
type Location<Key extends CursorKey = CursorKey> = { key: Key; id: number }
export type CursorPosition<Key extends CursorKey = CursorKey> = Location<Key> & { side: z.infer<typeof PageSide> }
type SortDirection = 'ASC' | 'DESC'

/** Order of a list. The columns match an index and end with the id; `valuesOf` returns their values at a cursor. */
export type Keyset<Key extends CursorKey = CursorKey> = {
  order: string
  key: z.ZodType<Key>
  columns: Prisma.Sql[]
  valuesOf: (at: Location<Key>) => Prisma.Sql[]
  direction: SortDirection
}

/** Timestamp in UTC with milliseconds. The year 0 is excluded, since PostgreSQL has none. */
export const timestamp = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'))

export const timestampAnd = (rest: RegExp) =>
  z.string().refine((key) => {
    const [at = '', ...others] = key.split(' ')
    return timestamp.safeParse(at).success && rest.test(others.join(' '))
  })

/** The cursors of earlier servers have the keys 0 and 'after' in lists by id. */
const noKey = z.literal(['', 0, 'after'])
const keySchemas = { timestamptz: timestamp, int: z.int32(), float8: z.number(), none: noKey }

/** Keyset of a column and the id. Of the id alone if the type is `none`. */
export const keyset = (
  order: string,
  type: keyof typeof keySchemas,
  columns: string[],
  direction: SortDirection = 'DESC',
): Keyset => ({
  order,
  key: keySchemas[type],
  columns: columns.map((column) => Prisma.raw(column)),
  valuesOf: ({ key, id }) => [
    ...(type === 'none' ? [] : [Prisma.sql`${key}::${Prisma.raw(type)}`]),
    Prisma.sql`${id}::int`,
  ],
  direction,
})

/** Keyset of a timestamp and an id that is a text. Both are in the key; `id` is 0. */
export const textIdKeyset = (order: string, columns: string[]): Keyset<string> => ({
  order,
  key: timestampAnd(/^\w{1,255}$/),
  columns: columns.map((column) => Prisma.raw(column)),
  valuesOf: ({ key }) => {
    const [at, id] = key.split(' ')
    return [Prisma.sql`${at}::timestamptz`, Prisma.sql`${id}`]
  },
  direction: 'DESC',
})

const EncodedPosition = z
  .tuple([z.string(), z.union([z.string(), z.number()]), z.int().min(0).max(2_147_483_647)])
  .rest(PageSide.exclude(['after']))
  .refine(({ length }) => length <= 4)

export function encodeCursor(order: string, key: CursorKey, id: number, side: CursorPosition['side'] = 'after') {
  const position = [order, key, id, ...(side === 'after' ? [] : [side])]
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

const wrongCursor = () => new FieldProblem('cursor', 'problem.wrong_cursor')

/** Reads the cursor of a list that pages in both directions. Throws 400 if it is invalid or of another order. */
export function readCursorPosition<Key extends CursorKey>(
  cursor: string | undefined,
  { order, key }: Pick<Keyset<Key>, 'order' | 'key'>,
): CursorPosition<Key> | null {
  if (cursor === undefined) return null
  try {
    const [cursorOrder, value, id, side = 'after'] = EncodedPosition.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    )
    if (cursorOrder === order) return { side, key: key.parse(value), id }
  } catch {
    // An invalid cursor is refused below.
  }
  throw wrongCursor()
}

const operators = {
  ASC: { after: ['>', '<='], from: ['>=', '<'], before: ['<', '>='] },
  DESC: { after: ['<', '>='], from: ['<=', '>'], before: ['>', '<='] },
} as const
const opposite = { ASC: 'DESC', DESC: 'ASC' } as const

type Scan = {
  within: Prisma.Sql // condition: on the page's side of the cursor
  beyond: Prisma.Sql // condition: on the other side
  by: Prisma.Sql // order of the scan, away from the cursor
  /** Returns an expression: `from`, a table with a condition, has rows on the other side. */
  goesBack: (from: Prisma.Sql) => Prisma.Sql
}

/** Returns the SQL of a page at a cursor. The side `from` includes the cursor's row. */
export function scanOf<Key extends CursorKey>(
  { columns, valuesOf, direction }: Keyset<Key>,
  position: (Location<Key> & { side: CursorPosition['side'] | 'from' }) | null,
): Scan {
  const scanned = position?.side === 'before' ? opposite[direction] : direction
  const orderBy = (sortOrder: SortDirection) =>
    Prisma.join(columns.map((column) => Prisma.sql`${column} ${Prisma.raw(sortOrder)}`))
  const [within, beyond] = operators[direction][position?.side ?? 'after'].map((operator) =>
    position
      ? Prisma.sql`(${Prisma.join(columns)}) ${Prisma.raw(operator)} (${Prisma.join(valuesOf(position))})`
      : Prisma.sql`true`,
  ) as [Prisma.Sql, Prisma.Sql]
  // ORDER BY leads the planner to the index. With EXISTS it would expect half of the table to match.
  const goesBack = (from: Prisma.Sql) =>
    Prisma.sql`(SELECT true FROM ${from} AND ${beyond} ORDER BY ${orderBy(opposite[scanned])} LIMIT 1) IS NOT NULL`
  return { within, beyond, by: orderBy(scanned), goesBack: position ? goesBack : () => Prisma.sql`false` }
}

type PageQuery = { cursor: string; limit?: number }
const queryOf = (limit: number, cursor: string): PageQuery => ({ ...(limit !== defaultPageLimit && { limit }), cursor })

export type ListQuery = { cursor?: string | undefined; limit: number }
export type ForwardScan<Key extends CursorKey = CursorKey> = {
  after: Prisma.Sql // condition: behind the cursor
  by: Prisma.Sql
  most: number // limit + 1
  position: Location<Key> | null
}
type Keyed = { id: number; key?: CursorKey }
type ForwardList<Row, Key extends CursorKey> = {
  keyset: Keyset<Key>
  query: ListQuery
  pathOf: (page: PageQuery) => string
  keyOf: (row: Row) => Keyed
  read: (scan: ForwardScan<Key>) => Promise<Row[]>
}
type ForwardPage<Row> = Promise<{ results: Row[]; next: string | null }>

/** Reads a page of a list. Rows have the id, and the key unless it is '', or `keyOf` returns both. */
export function forwardPage<Row extends Keyed, Key extends CursorKey>(
  list: Omit<ForwardList<Row, Key>, 'keyOf'>,
): ForwardPage<Row>
export function forwardPage<Row, Key extends CursorKey>(list: ForwardList<Row, Key>): ForwardPage<Row>
export async function forwardPage<Key extends CursorKey>({
  keyset: listKeyset,
  query: { cursor, limit },
  pathOf,
  keyOf = (row) => row,
  read,
}: Omit<ForwardList<Keyed, Key>, 'keyOf'> & { keyOf?: (row: Keyed) => Keyed }): ForwardPage<Keyed> {
  const position = readCursorPosition(cursor, listKeyset)
  if (position?.side === 'before') throw wrongCursor()
  const { within, by } = scanOf(listKeyset, position)
  const rows = await read({ after: within, by, most: limit + 1, position })
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  if (!last) return { results, next: null }
  const { key = '', id } = keyOf(last)
  return { results, next: pathOf(queryOf(limit, encodeCursor(listKeyset.order, key, id))) }
}

type BidirectionalList<Row> = {
  order: string
  position: { side: string } | null
  limit: number
  goes_back: boolean // there are rows on the other side of the cursor
  keyOf?: (row: Row) => CursorKey
  pathOf: (page: PageQuery) => string
}

/** Makes a page. Expects rows in scan order, with one more than `limit`. Returns paths to both sides. */
export function bidirectionalPage<Row extends Keyed>(
  rows: Row[],
  { order, position, limit, goes_back, keyOf = ({ key = '' }) => key, pathOf }: BidirectionalList<Row>,
): { results: Row[]; next: string | null; previous: string | null } {
  const isReversed = position?.side === 'before'
  const nearest = rows.slice(0, limit)
  const results = isReversed ? nearest.toReversed() : nearest
  const goesOn = rows.length > limit
  const pathFrom = (side: CursorPosition['side'], row: Row | undefined) => {
    const isMore = (side === 'before') === isReversed ? goesOn : goes_back
    if (!row || !isMore) return null
    return pathOf(queryOf(limit, encodeCursor(order, keyOf(row), row.id, side)))
  }
  return { results, next: pathFrom('after', results.at(-1)), previous: pathFrom('before', results[0]) }
}
