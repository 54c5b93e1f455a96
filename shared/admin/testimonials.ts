import * as z from 'zod/mini'
import { inLocales, paragraphsUpTo, trimmedLineUpTo } from '../library/content-fields.ts'

export const TestimonialState = z.strictObject({
  name: trimmedLineUpTo(100),
  is_sample: z.boolean(),
  texts: inLocales(z.strictObject({ role: trimmedLineUpTo(100), text: paragraphsUpTo(600) })),
})
export type TestimonialState = z.infer<typeof TestimonialState>

export const AdminTestimonial = z.object({
  id: z.int(),
  name: z.string(),
  is_sample: z.boolean(),
  texts: inLocales(z.strictObject({ role: z.string(), text: z.string() })),
})
export type AdminTestimonial = z.infer<typeof AdminTestimonial>
