import * as z from 'zod/mini'
import { inLocales, paragraphsUpTo, trimmedLineUpTo } from '../library/content-fields.ts'
import { faqPages } from './paths.ts'
import { onlySitePlaceholders } from '../subscription/text-placeholders.ts'

const Page = z.enum(faqPages)
export const FaqQuery = z.object({ page: z._default(Page, 'landing') })

export const FaqItem = z.object({ id: z.int(), q: z.string(), a: z.string() })
export type FaqItem = z.infer<typeof FaqItem>

export const FaqItemState = z.strictObject({
  page: Page,
  texts: inLocales(
    z.strictObject({
      q: trimmedLineUpTo(200).check(onlySitePlaceholders),
      a: paragraphsUpTo(2_000).check(onlySitePlaceholders),
    }),
  ),
})
export type FaqItemState = z.infer<typeof FaqItemState>

export const AdminFaqItem = z.object({
  id: z.int(),
  page: Page,
  texts: inLocales(z.strictObject({ q: z.string(), a: z.string() })),
})
export type AdminFaqItem = z.infer<typeof AdminFaqItem>
