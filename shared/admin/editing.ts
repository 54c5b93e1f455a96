import * as z from 'zod/mini'

/** ETag of the item when it was read (RFC 9110). A change without it is refused with 428. */
export const IfMatch = z.object({ 'if-match': z.optional(z.string().check(z.maxLength(1_000))) })

/** Body of a 412: `current` is the present item, `etag` its ETag. */
export function versionConflictOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ detail: z.string(), code: z.literal('changed_meanwhile'), etag: z.string(), current: item })
}
