import * as z from 'zod/mini'
import { Tier } from '../tier.ts'
import { CategoryPromptCard, Model, UseCase } from './schema.ts'

export const ModelCount = z.extend(z.omit(Model, { id: true }), { prompt_count: z.int().check(z.minimum(0)) })
export type ModelCount = z.infer<typeof ModelCount>

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

export const PopularPrompt = z.extend(
  z.pick(CategoryPromptCard, { slug: true, title: true, inputs: true, required_tier: true }),
  { content: z.string(), category: z.pick(UseCase.shape.category, { functional: true }) },
)
export type PopularPrompt = z.infer<typeof PopularPrompt>

/** Prompts for new users. `latest`: the newest of the last month (YYYY-MM) with any; null without prompts. */
export const StartHere = z.object({
  sets: z.array(PromptSet),
  latest: z.nullable(z.object({ month: z.string(), prompts: z.array(PromptLink) })),
})
export type StartHere = z.infer<typeof StartHere>
