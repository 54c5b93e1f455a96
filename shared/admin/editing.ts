import * as z from 'zod/mini'

/** ETag that the changed item was read with (RFC 9110); a request without it is refused with 428. */
export const IfMatch = z.object({ 'if-match': z.optional(z.string().check(z.maxLength(1_000))) })

/** Body of 412: `current` is the present item, `etag` its tag. */
export function staleItemOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ detail: z.string(), code: z.literal('changed_meanwhile'), etag: z.string(), current: item })
}
