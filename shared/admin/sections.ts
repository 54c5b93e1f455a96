import * as z from 'zod/mini'
import { fieldError, idParam, isLine, lineUpTo, wholeNumber } from '../fields.ts'
import { Slug } from '../slugs.ts'

export const maxSectionDescription = 300
const descriptionError = fieldError('schema.short_line', { max: maxSectionDescription })
const SectionText = z.object({
  name: lineUpTo(60),
  description: z.string(descriptionError).check(
    z.trim(),
    z.maxLength(maxSectionDescription, descriptionError),
    z.refine((text) => text === '' || isLine(text), descriptionError),
  ),
})

export const SectionState = z.object({
  slug: Slug,
  position: wholeNumber(0, 10_000),
  texts: z.object({ en: SectionText, es: SectionText }),
})
export type SectionState = z.infer<typeof SectionState>

const StoredText = z.object({ name: z.string(), description: z.string() })
export const AdminSection = z.object({
  id: z.int(),
  slug: z.string(),
  position: z.int(),
  texts: z.object({ en: StoredText, es: StoredText }),
})
export type AdminSection = z.infer<typeof AdminSection>
export const AdminSectionRow = z.extend(AdminSection, { thread_count: z.int() })
export type AdminSectionRow = z.infer<typeof AdminSectionRow>
export const SectionRemovalQuery = z.object({ target: z.optional(idParam()) })
