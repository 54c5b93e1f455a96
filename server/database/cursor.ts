import { z } from 'zod'
import { FieldProblem } from '../problem.ts'

const Position = z.tuple([z.string(), z.union([z.string(), z.number()]), z.int().min(0).max(2_147_483_647)])

/** PostgreSQL knows no year 0. */
export const moment = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'))

/** A moment, a blank, and what stands behind it. */
export const momentAnd = (rest: RegExp) =>
  z.string().refine((key) => {
    const [at = '', ...others] = key.split(' ')
    return moment.safeParse(at).success && rest.test(others.join(' '))
  })

export function cursorAt(order: string, key: string | number, id: number): string {
  return Buffer.from(JSON.stringify([order, key, id])).toString('base64url')
}

/** Throws 400 for a cursor of another order, or a made-up one. */
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
    // Answered below.
  }
  throw new FieldProblem('cursor', 'problem.wrong_cursor')
}
