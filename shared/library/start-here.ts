import * as z from 'zod/mini'
import { Tier } from '../tier.ts'

/** Shelf of a prompt set, by its audience: a profession or a situation. */
export const promptSetShelves = ['role', 'moment'] as const
export const SetShelf = z.enum(promptSetShelves)
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

/** Prompts for new users. `latest`: the newest of the last month (YYYY-MM) with any; null without prompts. */
export const StartHere = z.object({
  sets: z.array(PromptSet),
  latest: z.nullable(z.object({ month: z.string(), prompts: z.array(PromptLink) })),
})
export type StartHere = z.infer<typeof StartHere>
