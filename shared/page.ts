import * as z from 'zod/mini'
import { wholeNumberParam } from './fields.ts'

export const defaultPageLimit = 20

export const PageQuery = z.object({
  limit: z._default(wholeNumberParam(1, 50), defaultPageLimit),
  cursor: z.optional(z.string().check(z.maxLength(500))),
})

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ results: z.array(item), next: z.nullable(z.string()) })
}

export function bidirectionalPageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ results: z.array(item), next: z.nullable(z.string()), previous: z.nullable(z.string()) })
}
