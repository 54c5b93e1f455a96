import { z } from 'zod'

/** How much of a growing list is asked for: `cursor` is opaque and comes from a former answer's `next`. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  cursor: z.string().max(500).optional(),
})

/** A part of a list that can grow; `next` is the path of the part after it, null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ results: z.array(item), next: z.string().nullable() })
}
