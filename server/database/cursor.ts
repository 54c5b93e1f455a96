import { z } from 'zod'
import { FieldProblem } from '../problem.ts'

/** On which side of its place a page is. */
const Side = z.enum(['after', 'before'])
export type Side = z.infer<typeof Side>
export type Key = string | number
export type Place<Of extends Key = Key> = { side: Side; key: Of; id: number }

const Position = z
  .tuple([z.string(), z.union([z.string(), z.number()]), z.int().min(0).max(2_147_483_647)])
  .rest(Side.exclude(['after']))
  .refine(({ length }) => length <= 4)

/** PostgreSQL knows no year 0. */
export const moment = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'))

/** A moment, a blank, and what stands behind it. */
export const momentAnd = (rest: RegExp) =>
  z.string().refine((key) => {
    const [at = '', ...others] = key.split(' ')
    return moment.safeParse(at).success && rest.test(others.join(' '))
  })

export function cursorAt(order: string, key: Key, id: number, side: Side = 'after'): string {
  const position = [order, key, id, ...(side === 'after' ? [] : [side])]
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

const wrongCursor = () => new FieldProblem('cursor', 'problem.wrong_cursor')

/** Throws 400 for a cursor of another order, or a made-up one. */
export function readPlace<Of extends Key>(
  cursor: string | undefined,
  order: string,
  key: z.ZodType<Of>,
): Place<Of> | null {
  if (cursor === undefined) return null
  try {
    const [madeFor, value, id, side = 'after'] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (madeFor === order) return { side, key: key.parse(value), id }
  } catch {
    // Answered below.
  }
  throw wrongCursor()
}

/** Of a list that only goes on. Throws 400 for a cursor of another order, or a made-up one. */
export function readCursor<Of extends Key>(
  cursor: string | undefined,
  order: string,
  key: z.ZodType<Of>,
): { key: Of; id: number } | null {
  const place = readPlace(cursor, order, key)
  if (place?.side === 'before') throw wrongCursor()
  return place
}

export type Direction = 'ASC' | 'DESC'
type Operators = { within: string; beyond: string }
const ascending: Record<Side | 'from', Operators> = {
  after: { within: '>', beyond: '<=' },
  from: { within: '>=', beyond: '<' },
  before: { within: '<', beyond: '>=' },
}
const descending: Record<Side | 'from', Operators> = {
  after: { within: '<', beyond: '>=' },
  from: { within: '<=', beyond: '>' },
  before: { within: '>', beyond: '<=' },
}

/** How rows of a page compare with its place, and how those on the other side of it; `from` begins with the place itself. */
export const operatorsOf = (side: Side | 'from', direction: Direction): Operators =>
  (direction === 'ASC' ? ascending : descending)[side]

export const opposite = (direction: Direction): Direction => (direction === 'ASC' ? 'DESC' : 'ASC')

/** In which direction rows are met: those of a page before a place from the nearest on. */
export const metIn = (place: { side: string } | null, direction: Direction): Direction =>
  place?.side === 'before' ? opposite(direction) : direction

type Page<Row> = {
  order: string
  place: { side: string } | null
  limit: number
  /** Whether there are rows on the other side of the place. */
  goes_back: boolean
  keyOf: (row: Row) => Key
  pathOf: (page: { cursor: string; limit?: number }) => string
}

/** Of rows in the order in which they are met, one more than the limit: the page, and what leads on from both its ends. */
export function pageBothWays<Row extends { id: number }>(
  met: Row[],
  { order, place, limit, goes_back, keyOf, pathOf }: Page<Row>,
): { results: Row[]; next: string | null; previous: string | null } {
  const isReversed = place?.side === 'before'
  const nearest = met.slice(0, limit)
  const results = isReversed ? nearest.toReversed() : nearest
  const goesOn = met.length > limit
  const pathFrom = (side: Side, row: Row | undefined) => {
    const isMore = (side === 'before') === isReversed ? goesOn : goes_back
    if (!row || !isMore) return null
    return pathOf({ ...(limit !== 20 && { limit }), cursor: cursorAt(order, keyOf(row), row.id, side) })
  }
  return { results, next: pathFrom('after', results.at(-1)), previous: pathFrom('before', results[0]) }
}
