import * as z from 'zod/mini'
import { FoundPrompt, PlainText } from './library.ts'
import { pageOf, PageQuery } from './page.ts'

export const SavedState = z.object({ is_saved: z.boolean() })

const RatingValue = z.int().check(z.minimum(1), z.maximum(5))
export const NewRating = z.object({ value: RatingValue })
/** One's own rating, null without one, beside the average and the number of all, as they are after the change. */
export const OwnRating = z.object({
  your_value: z.nullable(RatingValue),
  avg: z.nullable(z.number().check(z.minimum(1), z.maximum(5))),
  count: z.int().check(z.minimum(0)),
})

/** What somebody has noted of a prompt. */
export const Mark = z.object({ slug: z.string(), is_saved: z.boolean(), user_rating: z.nullable(RatingValue) })
export type Mark = z.infer<typeof Mark>
export const Marks = z.object({ results: z.array(Mark) })
/** The most prompts whose marks are asked for at once. */
export const mostMarked = 50

/** A prompt in somebody's own list, with the way to where it stands. */
export const ListedPrompt = z.extend(FoundPrompt, { category: z.object({ slug: z.string(), name: z.string() }) })
export type ListedPrompt = z.infer<typeof ListedPrompt>
export const ListedPromptPage = pageOf(ListedPrompt)
export const SavedPromptsQuery = z.extend(PageQuery, {
  /** The slug of a category: only what stands in it. */
  category: z.optional(PlainText.check(z.maxLength(1000))),
})
export type SavedPromptsQuery = z.infer<typeof SavedPromptsQuery>
/** A category that somebody has saved prompts of, and how many. */
export const SavedCategory = z.object({ slug: z.string(), name: z.string(), count: z.int() })
