import * as z from 'zod/mini'

/** Of a change to something that others may change too: the ETag that it was read with (RFC 9110). Without it 428. */
export const IfMatch = z.object({ 'if-match': z.optional(z.string().check(z.maxLength(1_000))) })

/** 412: somebody has changed it since it was read. `current` is what it is now, `etag` the tag of that. */
export function changedMeanwhile<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ detail: z.string(), code: z.literal('changed_meanwhile'), etag: z.string(), current: item })
}
