import * as z from 'zod/mini'
import { descriptionLengths, titleLengths } from './schema.ts'

export const Draft = z.object({
  title: z.string().check(z.maxLength(titleLengths.max)),
  section: z.string().check(z.maxLength(1000)),
  description: z.string().check(z.maxLength(descriptionLengths.max)),
})
export type Draft = z.infer<typeof Draft>
/** `age_seconds`: since it was stored, as of the answer. */
export const StoredDraft = z.nullable(
  z.extend(Draft, { updated_at: z.iso.datetime(), age_seconds: z.int().check(z.minimum(0)) }),
)
export type StoredDraft = z.infer<typeof StoredDraft>
