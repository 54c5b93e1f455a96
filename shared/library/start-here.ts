import * as z from 'zod/mini'
import { Tier } from '../tier.ts'

/** For whom a set is: somebody with a job, or in a situation. */
export const setShelves = ['role', 'moment'] as const
export const SetShelf = z.enum(setShelves)
export type SetShelf = z.infer<typeof SetShelf>
export const maxSetPrompts = 12

const PromptLink = z.object({ slug: z.string(), title: z.string(), required_tier: Tier })
export type PromptLink = z.infer<typeof PromptLink>
export const PromptSet = z.object({
  slug: z.string(),
  shelf: SetShelf,
  title: z.string(),
  prompts: z.array(PromptLink),
})
export type PromptSet = z.infer<typeof PromptSet>

/** The sets of each shelf in order; and the latest prompts of the latest month (YYYY-MM) that has any, null without a prompt. */
export const StartHere = z.object({
  sets: z.array(PromptSet),
  latest: z.nullable(z.object({ month: z.string(), prompts: z.array(PromptLink) })),
})
export type StartHere = z.infer<typeof StartHere>
