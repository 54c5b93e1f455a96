import { z } from 'zod'
import { defaultPageLimit } from '#shared/page.ts'
import { FieldProblem } from '../problem.ts'

const PageSide = z.enum(['after', 'before'])
export type PageSide = z.infer<typeof PageSide>
export type CursorKey = string | number
export type CursorPosition<Of extends CursorKey = CursorKey> = { side: PageSide; key: Of; id: number }

const EncodedPosition = z
  .tuple([z.string(), z.union([z.string(), z.number()]), z.int().min(0).max(2_147_483_647)])
  .rest(PageSide.exclude(['after']))
  .refine(({ length }) => length <= 4)

/** Timestamp in UTC with milliseconds. The year 0 is excluded, since PostgreSQL has none. */
export const timestamp = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'))

export const timestampAnd = (rest: RegExp) =>
  z.string().refine((key) => {
    const [at = '', ...others] = key.split(' ')
    return timestamp.safeParse(at).success && rest.test(others.join(' '))
  })

export function encodeCursor(order: string, key: CursorKey, id: number, side: PageSide = 'after'): string {
  const position = [order, key, id, ...(side === 'after' ? [] : [side])]
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

const wrongCursor = () => new FieldProblem('cursor', 'problem.wrong_cursor')

/** Reads the cursor of a list that pages in both directions. Throws 400 if it is invalid or of another order. */
export function readCursorPosition<Of extends CursorKey>(
  cursor: string | undefined,
  order: string,
  key: z.ZodType<Of>,
): CursorPosition<Of> | null {
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

/** SQL operators. `within` selects the page's side of the cursor, `beyond` the other. `from` includes the cursor. */
export const comparisonOf = (side: PageSide | 'from', direction: SortDirection): Comparison =>
  (direction === 'ASC' ? ascending : descending)[side]

export const oppositeDirection = (direction: SortDirection): SortDirection => (direction === 'ASC' ? 'DESC' : 'ASC')

export const scanDirection = (position: { side: string } | null, direction: SortDirection): SortDirection =>
  position?.side === 'before' ? oppositeDirection(direction) : direction

type PageQuery = { cursor: string; limit?: number }
const queryOf = (limit: number, cursor: string): PageQuery => ({ ...(limit !== defaultPageLimit && { limit }), cursor })

type OnwardPage<Row> = {
  order: string
  limit: number
  keyOf: (row: Row) => readonly [key: CursorKey, id: number]
  pathOf: (page: PageQuery) => string
}

export function forwardPage<Row>(
  rows: Row[],
  { order, limit, keyOf, pathOf }: OnwardPage<Row>,
): { results: Row[]; next: string | null } {
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  return { results, next: last ? pathOf(queryOf(limit, encodeCursor(order, ...keyOf(last)))) : null }
}

type Page<Row> = {
  order: string
  position: { side: string } | null
  limit: number
  goes_back: boolean // there are rows on the other side of the cursor
  keyOf: (row: Row) => CursorKey
  pathOf: (page: PageQuery) => string
}

/** Makes a page. Expects rows in scan order, with one more than `limit`. Returns paths to both sides. */
export function bidirectionalPage<Row extends { id: number }>(
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
    return pathOf(queryOf(limit, encodeCursor(order, keyOf(row), row.id, side)))
  }
  return { results, next: pathFrom('after', results.at(-1)), previous: pathFrom('before', results[0]) }
}
