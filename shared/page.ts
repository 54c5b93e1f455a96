import * as z from 'zod/mini'

export const PageQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 20),
  cursor: z.optional(z.string().check(z.maxLength(500))),
})

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ results: z.array(item), next: z.nullable(z.string()) })
}
