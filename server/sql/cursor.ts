import { z } from 'zod'
import { usualLimit } from '#shared/page.ts'
import { FieldProblem } from '../problem.ts'

/** Side of its position on which a page is. */
const PageSide = z.enum(['after', 'before'])
export type PageSide = z.infer<typeof PageSide>
export type CursorKey = string | number
export type CursorPosition<Of extends CursorKey = CursorKey> = { side: PageSide; key: Of; id: number }

const EncodedPosition = z
  .tuple([z.string(), z.union([z.string(), z.number()]), z.int().min(0).max(2_147_483_647)])
  .rest(PageSide.exclude(['after']))
  .refine(({ length }) => length <= 4)

/** PostgreSQL knows no year 0. */
export const timestamp = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'))

/** Schema of a timestamp, a blank, and what `rest` matches. */
export const timestampAnd = (rest: RegExp) =>
  z.string().refine((key) => {
    const [at = '', ...others] = key.split(' ')
    return timestamp.safeParse(at).success && rest.test(others.join(' '))
  })

export function cursorAt(order: string, key: CursorKey, id: number, side: PageSide = 'after'): string {
  const position = [order, key, id, ...(side === 'after' ? [] : [side])]
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

const wrongCursor = () => new FieldProblem('cursor', 'problem.wrong_cursor')

/** Position of a list that pages both ways. Throws 400 for a cursor of another order, or a made-up one. */
export function readCursorPosition<Of extends CursorKey>(
  cursor: string | undefined,
  order: string,
  key: z.ZodType<Of>,
): CursorPosition<Of> | null {
  if (cursor === undefined) return null
  try {
    const [madeFor, value, id, side = 'after'] = EncodedPosition.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    )
    if (madeFor === order) return { side, key: key.parse(value), id }
  } catch {
    // Answered below.
  }
  throw wrongCursor()
}

/** Position of a list that pages only onwards. Throws 400 for a cursor of another order, or a made-up one. */
export function readCursor<Of extends CursorKey>(
  cursor: string | undefined,
  order: string,
  key: z.ZodType<Of>,
): { key: Of; id: number } | null {
  const position = readCursorPosition(cursor, order, key)
  if (position?.side === 'before') throw wrongCursor()
  return position
}

export type SortDirection = 'ASC' | 'DESC'
type Comparison = { within: string; beyond: string }
const ascending: Record<PageSide | 'from', Comparison> = {
  after: { within: '>', beyond: '<=' },
  from: { within: '>=', beyond: '<' },
  before: { within: '<', beyond: '>=' },
}
const descending: Record<PageSide | 'from', Comparison> = {
  after: { within: '<', beyond: '>=' },
  from: { within: '<=', beyond: '>' },
  before: { within: '>', beyond: '<=' },
}

/** Operators by which rows of a page compare with its position, and those on the other side of it; `from` begins with the position itself. */
export const comparisonOf = (side: PageSide | 'from', direction: SortDirection): Comparison =>
  (direction === 'ASC' ? ascending : descending)[side]

export const opposite = (direction: SortDirection): SortDirection => (direction === 'ASC' ? 'DESC' : 'ASC')

/** SortDirection in which rows are scanned: those of a page before a position from the nearest on. */
export const scanDirection = (position: { side: string } | null, direction: SortDirection): SortDirection =>
  position?.side === 'before' ? opposite(direction) : direction

/** What an address says of its page: the usual limit goes without saying. */
type PageQuery = { cursor: string; limit?: number }
const queryOf = (limit: number, cursor: string): PageQuery => ({ ...(limit !== usualLimit && { limit }), cursor })

type OnwardPage<Row> = {
  order: string
  limit: number
  /** CursorKey of a row in the order, and its id among those of the same key. */
  keyOf: (row: Row) => readonly [key: CursorKey, id: number]
  pathOf: (page: PageQuery) => string
}

/** Page of rows, of which one more than the limit was read, with the path of the next one. */
export function page<Row>(
  rows: Row[],
  { order, limit, keyOf, pathOf }: OnwardPage<Row>,
): { results: Row[]; next: string | null } {
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  return { results, next: last ? pathOf(queryOf(limit, cursorAt(order, ...keyOf(last)))) : null }
}

type Page<Row> = {
  order: string
  position: { side: string } | null
  limit: number
  /** Whether there are rows on the other side of the position. */
  goes_back: boolean
  keyOf: (row: Row) => CursorKey
  pathOf: (page: PageQuery) => string
}

/** Page of rows, which are in the order in which they were scanned and one more than the limit, with the paths from both its ends. */
export function pageBothWays<Row extends { id: number }>(
  rows: Row[],
  { order, position, limit, goes_back, keyOf, pathOf }: Page<Row>,
): { results: Row[]; next: string | null; previous: string | null } {
  const isReversed = position?.side === 'before'
  const nearest = rows.slice(0, limit)
  const results = isReversed ? nearest.toReversed() : nearest
  const goesOn = rows.length > limit
  const pathFrom = (side: PageSide, row: Row | undefined) => {
    const isMore = (side === 'before') === isReversed ? goesOn : goes_back
    if (!row || !isMore) return null
    return pathOf(queryOf(limit, cursorAt(order, keyOf(row), row.id, side)))
  }
  return { results, next: pathFrom('after', results.at(-1)), previous: pathFrom('before', results[0]) }
}
