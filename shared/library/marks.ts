import * as z from 'zod/mini'
import { wholeNumber } from '../fields.ts'
import { FoundPrompt, highestRating, lowestRating, PlainText } from './schema.ts'
import { pageOf, PageQuery } from '../page.ts'

export const SavedState = z.object({ is_saved: z.boolean() })

const RatingValue = wholeNumber(lowestRating, highestRating)
export const NewRating = z.object({ value: RatingValue })
export const MyRating = z.object({
  your_value: z.nullable(RatingValue),
  avg: z.nullable(z.number().check(z.minimum(1), z.maximum(5))),
  count: z.int().check(z.minimum(0)),
})

export const Mark = z.object({ slug: z.string(), is_saved: z.boolean(), user_rating: z.nullable(RatingValue) })
export type Mark = z.infer<typeof Mark>
export const Marks = z.object({ results: z.array(Mark) })
export const maxMarks = 50

export const ListedPrompt = z.extend(FoundPrompt, { category: z.object({ slug: z.string(), name: z.string() }) })
export type ListedPrompt = z.infer<typeof ListedPrompt>
export const ListedPromptPage = pageOf(ListedPrompt)
export const SavedPromptsQuery = z.extend(PageQuery, {
  category: z.optional(PlainText.check(z.maxLength(1000))),
})
export type SavedPromptsQuery = z.infer<typeof SavedPromptsQuery>
export const SavedCategory = z.object({ slug: z.string(), name: z.string(), count: z.int() })
