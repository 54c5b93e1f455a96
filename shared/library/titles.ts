import * as z from 'zod/mini'
import { Tier } from '../tier.ts'

export const PromptTitle = z.object({
  slug: z.string(),
  title: z.string(),
  short_description: z.optional(z.string()),
  required_tier: Tier,
})
export type PromptTitle = z.infer<typeof PromptTitle>

export const PromptTitles = z.object({ results: z.array(PromptTitle) })
export type PromptTitles = z.infer<typeof PromptTitles>
