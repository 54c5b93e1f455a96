import * as z from 'zod/mini'
import type { messages } from './messages.en.ts'
import type { MessageKey } from './translate.ts'

export type SchemaKey = MessageKey<typeof messages>

/** Body of an error. `code` is for programs, `detail` is a translated text. */
export const Problem = z.looseObject({ detail: z.string(), code: z.optional(z.string()) })
export type Problem = z.infer<typeof Problem>

export const FieldProblems = z.record(z.string(), z.array(z.string()).check(z.minLength(1)))
export type FieldProblems = z.infer<typeof FieldProblems>

export function fieldProblemOf(body: unknown): FieldProblems {
  const fields = Object.entries(body ?? {}).filter(([, problems]) => Array.isArray(problems))
  return Object.fromEntries(fields)
}

export const BadRequest = z.union([FieldProblems, Problem])

export const RateLimited = z.object({ detail: z.string(), wait_seconds: z.int(), until: z.iso.datetime() })
export type RateLimited = z.infer<typeof RateLimited>

export function tierRequired<Preview extends z.ZodMiniType>(preview: Preview) {
  return z.object({ detail: z.string(), code: z.literal('tier_required'), required_tier: z.int(), preview })
}
