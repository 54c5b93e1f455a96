import * as z from 'zod/mini'
import { descriptionLengths, titleLengths } from './schema.ts'

/** Text of a draft. Characters that PostgreSQL cannot store are replaced, so that no draft is refused. */
const repairedUpTo = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.overwrite((text) => text.replaceAll('\0', '').toWellFormed()),
  )
export const Draft = z.object({
  title: repairedUpTo(titleLengths.max),
  section: repairedUpTo(1000),
  description: repairedUpTo(descriptionLengths.max),
})
export type Draft = z.infer<typeof Draft>
export const StoredDraft = z.nullable(
  z.extend(Draft, { updated_at: z.iso.datetime(), age_seconds: z.int().check(z.minimum(0)) }),
)
export type StoredDraft = z.infer<typeof StoredDraft>
