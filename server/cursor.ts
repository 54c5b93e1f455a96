import { z } from 'zod'
import { WrongField } from './problem.ts'

const Position = z.tuple([z.string(), z.union([z.string(), z.number()]), z.int().min(0).max(2_147_483_647)])

/** The key of an order by time. PostgreSQL knows no year 0. */
export const moment = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'))

/** A place in a list: after the row with this key, in the list's order, and this id. Opaque to the reader, bound to its order. */
export function cursorAt(order: string, key: string | number, id: number): string {
  return Buffer.from(JSON.stringify([order, key, id])).toString('base64url')
}

/** Throws the 400 that names the cursor when it was not made by this order, or by us at all. */
export function readCursor<Key extends string | number>(
  cursor: string | undefined,
  order: string,
  key: z.ZodType<Key>,
): { key: Key; id: number } | null {
  if (cursor === undefined) return null
  try {
    const [madeFor, value, id] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (madeFor === order) return { key: key.parse(value), id }
  } catch {
    // Falls through to the one answer that a wrong cursor gets.
  }
  throw new WrongField('cursor', 'problem.wrong_cursor')
}
