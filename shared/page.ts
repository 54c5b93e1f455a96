import * as z from 'zod/mini'

/** How much of a growing list is asked for: `cursor` is opaque and comes from a former answer's `next`. */
export const PageQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 20),
  cursor: z.optional(z.string().check(z.maxLength(500))),
})

/** A part of a list that can grow; `next` is the path of the part after it, null at the end. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ results: z.array(item), next: z.nullable(z.string()) })
}
