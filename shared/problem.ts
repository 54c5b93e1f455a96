import * as z from 'zod/mini'

/** The body of every refusal that is not about a field. `code` is for programs, `detail` for people, in their language. */
export const Problem = z.looseObject({ detail: z.string(), code: z.optional(z.string()) })
export type Problem = z.infer<typeof Problem>

/** What was wrong with which field of the request: the body of a 400. */
export const FieldProblem = z.record(z.string(), z.array(z.string()).check(z.minLength(1)))
export type FieldProblem = z.infer<typeof FieldProblem>

/** The body of a 400: what is wrong with which field, or with the body as a whole. */
export const BadRequest = z.union([FieldProblem, Problem])

/** The body of a 5xx: no internals, only the id under which the server's log tells the rest. */
export const Failure = z.object({ detail: z.string(), request_id: z.string() })

/** The body of a 429: how long to wait, and until when. */
export const RateLimited = z.object({ detail: z.string(), wait_seconds: z.int(), until: z.iso.datetime() })
export type RateLimited = z.infer<typeof RateLimited>

/** 403 for an item above the viewer's tier, with what may be shown of it all the same. */
export function tierRequired<Preview extends z.ZodMiniType>(preview: Preview) {
  return z.object({ detail: z.string(), code: z.literal('tier_required'), required_tier: z.int(), preview })
}
